import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/committed-files';
import { compileAgainst } from '../../support/generated-client';

const run = promisify(execFile);

/** Reads every route, with no cast, and looks into what comes. */
const USE = `
import createClient from 'openapi-fetch';
import type { paths, webhooks } from './api';

const client = createClient<paths>({ baseUrl: 'https://cms.example.com', headers: { 'X-API-Key': 'key' } });

export const texts = async (): Promise<string[]> => {
  const found: string[] = [];
  const blog = await client.GET('/api/blog', {
    params: { query: { limit: 20, include: ['image', 'excerpt'], tag: 'tea' } },
  });
  if (blog.error) throw new Error(\`\${blog.error.error.status} \${blog.error.error.message}\`);
  for (const post of Array.isArray(blog.data) ? blog.data : [blog.data]) {
    found.push(post.title, post.category ?? '', ...post.tags, post.createdAt, post.excerpt ?? '');
    for (const format of post.image?.formats ?? []) found.push(format.url, String(format.width));
  }
  const one = await client.GET('/api/blog', { params: { query: { slug: 'a', preview: '' } } });
  if (one.data && !Array.isArray(one.data)) found.push(one.data.content ?? '');
  const pages = await client.GET('/api/pseo-pages', { params: { query: { campaignId: 'c', include: ['html'] } } });
  for (const page of Array.isArray(pages.data) ? pages.data : []) {
    found.push(page.slug, page.html ?? '', page.variables['city'] ?? '', page.status);
  }
  const { data: terms } = await client.GET('/api/taxonomies');
  found.push(...(terms?.categories ?? []).map(({ name }) => name));
  const { data: links } = await client.GET('/api/internal-links');
  found.push(...(links ?? []).map(({ keyword, url }) => keyword + url));
  const { data: redirects } = await client.GET('/api/redirects');
  found.push(...(redirects ?? []).map(({ type, from, to }) => type + from + to));
  const { data: changes } = await client.GET('/api/changes', { params: { query: { since: 'x' } } });
  for (const { type, action, slug } of changes?.changes ?? []) found.push(type, action, slug ?? '');
  found.push(changes?.next ?? '');
  const byKey = await client.GET('/api/internal-links', { params: { query: { apiKey: 'cdk_…' } } });
  found.push(...(byKey.data ?? []).map(({ keyword }) => keyword));
  const site = await client.GET('/api/website', { params: { header: { 'X-API-Key': 'cdk_…' } } });
  found.push(site.data?.name ?? '', site.data?.url ?? '', site.data?.language ?? '', site.data?.image ?? '');
  for (const { error } of [one, pages, byKey, site]) {
    if (error) found.push(error.error.name, error.error.message, String(error.error.status));
  }
  const earlier = await client.GET('/api/blog', { params: { query: { slug: 'earlier' } } });
  if (earlier.error) found.push(earlier.error.error.details.movedTo ?? '', earlier.error.error.details.code ?? '');
  // @ts-expect-error: there is no such parameter value
  await client.GET('/api/blog', { params: { query: { include: ['nothing'] } } });
  return found;
};

type Event = webhooks['post.published']['post']['requestBody']['content']['application/json'];
export const slugsOf = ({ type, data }: Event): (string | null)[] => {
  const only: 'post.published' = type;
  return [only, ...data.entries.map(({ slug }) => slug)];
};
`;

it('a client that openapi-typescript makes of the OpenAPI description reads every route with types, without a cast', async () => {
  const generator = path.join(ROOT, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
  await compileAgainst(USE, (folder) =>
    run(process.execPath, [generator, 'openapi.json', '--output', 'api.d.ts'], { cwd: folder }),
  );
});
