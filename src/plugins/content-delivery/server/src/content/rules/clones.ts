import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { isBlank } from '../../platform/formats';

interface Given {
  slug: boolean;
  publishDate: boolean;
}

const cloning = new AsyncLocalStorage<Given>();

/** Database events do not distinguish a clone from a new entry; the document service does. */
export const watchClones = (strapi: Core.Strapi): void => {
  strapi.documents.use((context, next) => {
    if (context.action !== 'clone') return next();
    const { data } = context.params as { data?: { slug?: unknown; publishDate?: unknown } };
    return cloning.run({ slug: !isBlank(data?.slug), publishDate: !isBlank(data?.publishDate) }, next);
  });
};

/** True while an entry is cloned without a chosen slug: it takes a free one. */
export const isCloneWithoutSlug = (): boolean => cloning.getStore()?.slug === false;

/** True while an entry is cloned without a chosen publication date: the clone was never published. */
export const isCloneWithoutPublishDate = (): boolean => cloning.getStore()?.publishDate === false;

/** True while an entry is cloned. */
export const isClone = (): boolean => cloning.getStore() !== undefined;
