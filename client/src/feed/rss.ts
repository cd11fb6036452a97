import { escapeXml } from '../site/xml.js';
import { imageTypeOf, type Channel, type ChannelItem } from './channel.js';

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const itemOf = ({
  address,
  title,
  description,
  html,
  published,
  terms,
  image,
  author,
}: ChannelItem): string =>
  [
    '<item>',
    element('title', title),
    element('link', address),
    `<guid isPermaLink="true">${escapeXml(address)}</guid>`,
    element('pubDate', new Date(published).toUTCString()),
    element('description', description),
    ...(html === null ? [] : [element('content:encoded', html)]),
    ...(author === null ? [] : [element('dc:creator', author.name)]),
    ...terms.map((term) => element('category', term)),
    // Its length is not known here; 0 is what the validators of feeds advise then.
    ...(image === null
      ? []
      : [`<enclosure url="${escapeXml(image)}" type="${imageTypeOf(image)}" length="0"/>`]),
    '</item>',
  ].join('\n');

/** RSS 2.0. */
export const rssOf = ({ title, description, language, address, self, updated, items }: Channel): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', title),
    element('link', address),
    element('description', description),
    ...(language === null ? [] : [element('language', language)]),
    element('lastBuildDate', new Date(updated).toUTCString()),
    ...(self === null
      ? []
      : [`<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`]),
    ...items.map(itemOf),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
