import { escapeAttribute } from '../../platform/html/references';

/** What XML 1.0 has no characters for. */
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

export const isWritable = (text: string): boolean => text.search(UNWRITABLE) === -1;

/** Text in a CDATA section; an end of a section within is divided among two. */
export const cdata = (text: string): string =>
  `<![CDATA[${text.replace(UNWRITABLE, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

export const escaped = (text: string): string => escapeAttribute(text.replace(UNWRITABLE, ''));

/** `2024-03-09 17:20:00`, in UTC. */
export const wordpressDate = (timestamp: string): string => timestamp.slice(0, 19).replace('T', ' ');
