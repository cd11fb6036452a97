import { defineCollection, z } from 'astro:content';
import type { PseoPage } from 'content-delivery-client';
import { client, WHOLE, type WholePost } from '@/lib/client';
import { followed } from '@/lib/loader';

const isEntry = (value: unknown): boolean => typeof value === 'object' && value !== null;

const posts = defineCollection({
  loader: followed<WholePost>(client, {
    type: 'post',
    ignored: new Set(['pseo-page', 'campaign', 'internal-links', 'redirects']),
    all: () => client.posts.all({ include: [...WHOLE, 'content'] }),
    one: (slug) => client.posts.get(slug, { include: WHOLE }),
  }),
  schema: z.custom<WholePost>(isEntry),
});

const pages = defineCollection({
  loader: followed<PseoPage>(client, {
    type: 'pseo-page',
    ignored: new Set(['post', 'taxonomies', 'authors', 'internal-links', 'redirects']),
    all: () => client.pseoPages.all({ include: ['html', 'fields', 'internalLinks'] }),
    one: (slug) => client.pseoPages.get(slug),
  }),
  schema: z.custom<PseoPage>(isEntry),
});

export const collections = { posts, pages };
