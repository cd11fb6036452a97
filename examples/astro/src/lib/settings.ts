import type { Website } from 'content-delivery-client';

/** What the content server says of the website; astro.config.mjs puts it in when the site is built. */
declare const __WEBSITE__: Website;
const { name, description, language, image } = __WEBSITE__;

export const site = {
  name,
  description: description ?? '',
  /** Of what has none of its own, for dates, sorting and screen readers. */
  language: language ?? 'en',
  /** Shown where a page has no picture. */
  image,
  /** Without a slash at the end. */
  url: new URL(import.meta.env.SITE).origin,
};
