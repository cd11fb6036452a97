import type { WebhookEvent } from '../../../client/src';
import { tagsOfEvent, tagsOfRead } from '../../../examples/nextjs/lib/tags';

const read = (route: string, slug?: string) =>
  tagsOfRead(
    `https://cms.example.com/base/api/${route}?apiKey=k${slug ? `&slug=${encodeURIComponent(slug)}` : ''}`,
  );
const event = (
  type: string,
  slug: string | null = null,
  previousSlug: string | null = null,
): WebhookEvent => ({
  type,
  timestamp: '2026-11-24T10:00:00.000Z',
  websiteId: 'w',
  data: { revision: 1, entries: [{ type: '', action: 'updated', id: null, slug, previousSlug }] },
});

const POST = 'кава/50%';
const LONG = 'x'.repeat(600);
const READS: [name: string, tags: string[]][] = [
  ['posts', read('blog')],
  ['the post', read('blog', POST)],
  ['another post', read('blog', 'other')],
  ['pages', read('pseo-pages')],
  ['the page', read('pseo-pages', POST)],
  ['a page with a long slug', read('pseo-pages', LONG)],
  ['terms', read('taxonomies')],
  ['links', read('internal-links')],
  ['redirects', read('redirects')],
];
const EVERYTHING = READS.map(([name]) => name);

describe('the tags of the Next.js example', () => {
  it.each([
    [event('post.updated', POST), ['posts', 'the post']],
    [event('post.updated', 'new', POST), ['posts', 'the post']],
    [event('post.removed', 'other'), ['posts', 'another post']],
    [event('pseo.page.published', POST), ['pages', 'the page']],
    [event('pseo.page.removed', LONG), ['pages', 'a page with a long slug']],
    [event('pseo.campaign.updated'), ['pages', 'the page', 'a page with a long slug']],
    [event('internal-links.updated'), ['links']],
    [event('taxonomies.updated'), ['posts', 'the post', 'another post', 'terms']],
    [event('redirects.updated'), ['redirects']],
    [event('website.updated'), EVERYTHING],
    [event('resync'), EVERYTHING],
    [event('not.known.yet'), EVERYTHING],
    [event('test'), []],
  ])('make new after %j what it concerns, and no more', (change, outdated) => {
    const tags = tagsOfEvent(change);
    expect(READS.flatMap(([name, own]) => (own.some((tag) => tags.includes(tag)) ? [name] : []))).toEqual(
      outdated,
    );
  });

  it('are short enough for Next.js', () => {
    for (const [, tags] of READS) for (const tag of tags) expect(tag.length).toBeLessThan(256);
  });
});
