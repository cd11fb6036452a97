import { CONTENT_API_KEY, CONTENT_API_URL } from 'astro:env/server';
import { createClient, type Post, type PostExtras, type With } from 'content-delivery-client';

export const client = createClient({ baseUrl: CONTENT_API_URL, apiKey: CONTENT_API_KEY });

/** What is read of a post beside what every answer has. */
export const WHOLE = ['image', 'excerpt', 'author', 'lang'] as const;

export type WholePost = With<Post, PostExtras, typeof WHOLE>;
