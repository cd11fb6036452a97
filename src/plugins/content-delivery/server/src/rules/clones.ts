import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { isBlank } from './formats';

const cloning = new AsyncLocalStorage<{ slugGiven: boolean }>();

/** Database events do not tell a clone from a new entry; the document service does. */
export const watchClones = (strapi: Core.Strapi): void => {
  strapi.documents.use((context, next) => {
    if (context.action !== 'clone') return next();
    const { data } = context.params as { data?: { slug?: unknown } };
    return cloning.run({ slugGiven: !isBlank(data?.slug) }, next);
  });
};

/** True while an entry is cloned whose new slug nobody has chosen: it takes a free one. */
export const isCloneWithoutSlug = (): boolean => cloning.getStore()?.slugGiven === false;
