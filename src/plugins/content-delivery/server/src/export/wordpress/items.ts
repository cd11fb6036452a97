import { cdata, escaped, wordpressDate } from './xml';
import { escapeText } from '../../platform/html/references';

/** An entry of a WordPress export. */
export interface Item {
  id: number;
  type: 'post' | 'page' | 'attachment';
  title: string;
  /** The address of its page. */
  link: string;
  slug: string;
  status: 'publish' | 'future' | 'draft' | 'inherit';
  content: string;
  /** Login of its author. */
  creator: string;
  /** ISO 8601; null for a draft without a date. */
  date: string | null;
  modified: string;
  attachmentUrl?: string;
  terms?: readonly { taxonomy: 'category' | 'post_tag'; name: string }[];
  meta?: readonly (readonly [key: string, value: string])[];
}

/** As WordPress makes it: in small letters, and encoded as in an address. */
export const nicename = (name: string): string =>
  encodeURIComponent(name.toLowerCase().replace(/\s+/g, '-')).toLowerCase();

const NO_DATE = '0000-00-00 00:00:00';

export const itemXml = (item: Item): string => {
  const { id, type, title, link, slug, status, content, creator, modified } = item;
  const date = item.date ?? modified;
  const gmt = item.date === null ? NO_DATE : wordpressDate(item.date);
  const lines = [
    '<item>',
    // WordPress takes a title for HTML.
    `<title>${cdata(escapeText(title))}</title>`,
    `<link>${escaped(link)}</link>`,
    `<pubDate>${new Date(date).toUTCString()}</pubDate>`,
    `<dc:creator>${cdata(creator)}</dc:creator>`,
    `<guid isPermaLink="false">${escaped(link)}</guid>`,
    '<description></description>',
    `<content:encoded>${cdata(content)}</content:encoded>`,
    `<excerpt:encoded>${cdata('')}</excerpt:encoded>`,
    `<wp:post_id>${id}</wp:post_id>`,
    `<wp:post_date>${cdata(wordpressDate(date))}</wp:post_date>`,
    `<wp:post_date_gmt>${cdata(gmt)}</wp:post_date_gmt>`,
    `<wp:post_modified>${cdata(wordpressDate(modified))}</wp:post_modified>`,
    `<wp:post_modified_gmt>${cdata(wordpressDate(modified))}</wp:post_modified_gmt>`,
    `<wp:comment_status>${cdata('closed')}</wp:comment_status>`,
    `<wp:ping_status>${cdata('closed')}</wp:ping_status>`,
    `<wp:post_name>${cdata(slug)}</wp:post_name>`,
    `<wp:status>${cdata(status)}</wp:status>`,
    '<wp:post_parent>0</wp:post_parent>',
    '<wp:menu_order>0</wp:menu_order>',
    `<wp:post_type>${cdata(type)}</wp:post_type>`,
    `<wp:post_password>${cdata('')}</wp:post_password>`,
    '<wp:is_sticky>0</wp:is_sticky>',
    ...(item.attachmentUrl === undefined
      ? []
      : [`<wp:attachment_url>${cdata(item.attachmentUrl)}</wp:attachment_url>`]),
    ...(item.terms ?? []).map(
      ({ taxonomy, name }) =>
        `<category domain="${taxonomy}" nicename="${escaped(nicename(name))}">${cdata(name)}</category>`,
    ),
    ...(item.meta ?? []).map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
    ),
    '</item>',
  ];
  return `${lines.join('\n')}\n`;
};
