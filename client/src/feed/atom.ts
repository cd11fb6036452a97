import { escapeXml } from '../site/xml.js';
import { imageTypeOf, type Channel, type ChannelItem } from './channel.js';

const element = (name: string, text: string, type?: 'html'): string =>
  `<${name}${type ? ` type="${type}"` : ''}>${escapeXml(text)}</${name}>`;
const link = (rel: string, address: string, type?: string): string =>
  `<link rel="${rel}"${type ? ` type="${type}"` : ''} href="${escapeXml(address)}"/>`;

const personOf = ({ name, url }: NonNullable<ChannelItem['author']>): string =>
  `<author>${element('name', name)}${url === null ? '' : element('uri', url)}</author>`;

const entryOf = (item: ChannelItem): string =>
  [
    '<entry>',
    element('id', item.address),
    element('title', item.title),
    link('alternate', item.address, 'text/html'),
    element('published', item.published),
    element('updated', item.updated),
    element('summary', item.description),
    ...(item.html === null ? [] : [element('content', item.html, 'html')]),
    ...(item.author === null ? [] : [personOf(item.author)]),
    ...item.terms.map((term) => `<category term="${escapeXml(term)}"/>`),
    ...(item.image === null ? [] : [link('enclosure', item.image, imageTypeOf(item.image))]),
    '</entry>',
  ].join('\n');

/** Atom 1.0 (RFC 4287). */
export const atomOf = ({ title, description, language, address, self, updated, items }: Channel): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"${language === null ? '' : ` xml:lang="${escapeXml(language)}"`}>`,
    element('id', address),
    element('title', title),
    element('subtitle', description),
    element('updated', updated),
    // A feed has an author where its entries have none.
    `<author>${element('name', title)}</author>`,
    link('alternate', address, 'text/html'),
    ...(self === null ? [] : [link('self', self, 'application/atom+xml')]),
    ...items.map(entryOf),
    '</feed>',
    '',
  ].join('\n');
