import { SITE_DESCRIPTION, SITE_LANGUAGE, SITE_NAME } from 'astro:env/server';

export const site = {
  name: SITE_NAME,
  description: SITE_DESCRIPTION,
  language: SITE_LANGUAGE,
  /** Without a slash at the end. */
  url: new URL(import.meta.env.SITE).origin,
};
