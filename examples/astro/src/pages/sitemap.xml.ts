import type { APIRoute } from 'astro';
import { siteMap } from '@/lib/sitemap';

export const GET: APIRoute = async () =>
  new Response((await siteMap()).main, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
