import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { compileAgainst } from '../support/generated-client';

const run = promisify(execFile);

/** Of 60 MB with what it needs, so it is fetched when it is wanted. */
const ORVAL = 'orval@8.38.0';

const CONFIG = `
export default {
  api: {
    input: './openapi.json',
    output: { target: './api.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
};
`;

/** Reads every route, and each of its errors, with no cast. */
const USE = `
import * as api from './api';

type Failed = Exclude<
  | api.readBlogResponse
  | api.readPseoPagesResponse
  | api.readTaxonomiesResponse
  | api.listInternalLinksResponse
  | api.readWebsiteResponse
  | api.listRedirectsResponse
  | api.listChangesResponse,
  { status: 200 | 304 }
>;

/** All errors have one shape. */
const problemOf = ({ status, data }: Failed): string => {
  const { name, message, details } = data.error;
  const code: string | undefined = details.code;
  const movedTo: string | undefined = details.movedTo;
  return \`\${status} \${data.error.status} \${name} \${message} \${code ?? ''} \${movedTo ?? ''}\`;
};

export const texts = async (): Promise<string[]> => {
  const found: string[] = [];
  const blog = await api.readBlog({ apiKey: 'cdk_…', limit: 20, include: ['image', 'excerpt'], tag: 'tea' });
  if (blog.status === 200) {
    for (const post of Array.isArray(blog.data) ? blog.data : [blog.data]) {
      found.push(post.title, post.category ?? '', ...post.tags, post.createdAt, post.excerpt ?? '');
      for (const format of post.image?.formats ?? []) found.push(format.url, String(format.width));
    }
    found.push(blog.headers.get('ETag') ?? '');
  } else if (blog.status !== 304) found.push(problemOf(blog));

  const one = await api.readBlog({ slug: 'a', preview: '' }, { headers: { 'X-API-Key': 'cdk_…' } });
  if (one.status === 200 && !Array.isArray(one.data)) found.push(one.data.content ?? '');
  if (one.status === 404) found.push(one.data.error.details.movedTo ?? '', one.data.error.details.code ?? '');
  for (const status of [400, 401, 405, 429, 500, 503] as const) {
    if (one.status === status) found.push(one.data.error.message);
  }

  const pages = await api.readPseoPages({ campaignId: 'c', include: ['html'] });
  if (pages.status === 200) {
    for (const page of Array.isArray(pages.data) ? pages.data : [pages.data]) {
      found.push(page.slug, page.html ?? '', page.variables['city'] ?? '', page.status);
    }
  } else if (pages.status !== 304) found.push(problemOf(pages));

  const terms = await api.readTaxonomies();
  if (terms.status === 200) found.push(...terms.data.categories.map(({ name }) => name));
  else if (terms.status !== 304) found.push(problemOf(terms));
  const links = await api.listInternalLinks();
  if (links.status === 200) found.push(...links.data.map(({ keyword, url }) => keyword + url));
  else if (links.status !== 304) found.push(problemOf(links));
  const site = await api.readWebsite();
  if (site.status === 200) found.push(site.data.name, site.data.url ?? '', site.data.language ?? '');
  else if (site.status !== 304) found.push(problemOf(site));
  const redirects = await api.listRedirects();
  if (redirects.status === 200) found.push(...redirects.data.map(({ type, from, to }) => type + from + to));
  else if (redirects.status !== 304) found.push(problemOf(redirects));
  const changes = await api.listChanges({ since: 'x' });
  if (changes.status === 200) {
    for (const { type, action, slug } of changes.data.changes) found.push(type, action, slug ?? '');
    found.push(changes.data.next);
  } else found.push(problemOf(changes));
  // @ts-expect-error: there is no such parameter value
  await api.readBlog({ include: ['nothing'] });
  return found;
};

export const slugsOf = ({ type, data }: api.WebhookEvent): string[] => [
  type,
  ...data.entries.map(({ slug }) => slug ?? ''),
];
`;

it('a client that orval makes of the OpenAPI description reads every route and error with types, without a cast', async () => {
  await compileAgainst(USE, async (folder) => {
    await writeFile(path.join(folder, 'orval.config.mjs'), CONFIG);
    const command = ['exec', '--yes', '--ignore-scripts', `--package=${ORVAL}`, '--', 'orval'];
    await run('npm', [...command, '--config', './orval.config.mjs'], { cwd: folder });
  });
});
