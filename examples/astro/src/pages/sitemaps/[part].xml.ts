import type { APIRoute, GetStaticPaths } from 'astro';
import { siteMap } from '@/lib/sitemap';

/** The parts of a sitemap that is too long for one file. */
export const getStaticPaths: GetStaticPaths = async () =>
  (await siteMap()).files.map((file, index) => ({ params: { part: String(index + 1) }, props: { file } }));

export const GET: APIRoute<{ file: string }> = ({ props: { file } }) =>
  new Response(file, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
