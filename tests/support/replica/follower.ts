import type {
  Change,
  Changes,
  PostListItem,
  PseoPageListItem,
} from '../../../src/plugins/content-delivery/contracts/delivery';
import { DELIVERY_PATHS } from '../../../src/plugins/content-delivery/contracts/delivery';

/** Asks the server; the key is added. */
export type Read = (
  path: string,
  parameters: Record<string, string>,
) => Promise<{ status: number; text: string }>;

/** All answers of a website, by what was asked. */
export type Copy = ReadonlyMap<string, string>;

const { blog, pseoPages, taxonomies, internalLinks, website, redirects, changes } = DELIVERY_PATHS;
const LISTS = [blog, pseoPages, taxonomies, internalLinks, website, redirects];

/** So many answers tell all that is new, far more than are ever needed. */
const MOST_ANSWERS = 1_000;

const nameOf = (path: string, slug: string): string => `${path}?slug=${slug}`;

/** What is asked for beside what answers have anyway, so that authors are followed too. */
const more = (path: string): Record<string, string> => (path === blog ? { include: 'author' } : {});

interface Listed {
  slug: string;
  campaignId?: string;
}

/** A copy of a website's answers that is kept by reading again what `docs/changes.md` says, and nothing else. */
export const createFollower = (read: Read) => {
  let copy = new Map<string, string>();
  /** What the list said of each post before the post itself was read. */
  let items = new Map<string, string>();
  let cursor = '';

  const readList = async (path: string, into: Map<string, string>): Promise<void> => {
    const { status, text } = await read(path, more(path));
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    into.set(path, text);
  };
  const readOne = async (path: string, slug: string, into: Map<string, string>): Promise<void> => {
    const { status, text } = await read(path, { slug, ...more(path) });
    if (status === 200) into.set(nameOf(path, slug), text);
    else if (status === 404) into.delete(nameOf(path, slug));
    else throw new Error(`${path} answered ${status} for ${slug}: ${text}`);
  };
  const listed = <Item extends Listed>(path: string, from: Copy): Item[] =>
    JSON.parse(from.get(path) ?? '[]') as Item[];

  const readEverything = async (): Promise<Copy> => {
    const all = new Map<string, string>();
    for (const path of LISTS) await readList(path, all);
    for (const path of [blog, pseoPages]) {
      for (const { slug } of listed(path, all)) await readOne(path, slug, all);
    }
    return all;
  };

  const itemsOf = (from: Copy): Map<string, string> =>
    new Map(listed<PostListItem>(blog, from).map((post) => [post.slug, JSON.stringify(post)]));

  const ask = async (since?: string): Promise<Changes | null> => {
    const { status, text } = await read(changes, since === undefined ? {} : { since });
    if (status === 410) return null;
    if (status !== 200) throw new Error(`${changes} answered ${status}: ${text}`);
    return JSON.parse(text) as Changes;
  };

  const copyEverything = async (): Promise<void> => {
    copy = new Map(await readEverything());
    items = itemsOf(copy);
  };

  const begin = async (): Promise<void> => {
    cursor = (await ask())?.next ?? '';
    await copyEverything();
  };

  /** The table of `docs/changes.md`, row by row. */
  const apply = async (told: readonly Change[]): Promise<void> => {
    const before: Copy = new Map(copy);
    const lists = new Set<string>();
    const posts = new Set<string>();
    const pages = new Set<string>();
    const campaigns = new Set<string>();
    let isCompared = false;
    for (const { type, id, slug, previousSlug } of told) {
      const slugs = [slug, previousSlug].filter((one) => one !== null);
      switch (type) {
        case 'post':
          lists.add(blog);
          for (const one of slugs) posts.add(one);
          break;
        case 'pseo-page':
          lists.add(pseoPages);
          for (const one of slugs) pages.add(one);
          break;
        case 'campaign':
          lists.add(pseoPages);
          if (id !== null) campaigns.add(id);
          break;
        case 'taxonomies':
          lists.add(taxonomies);
          lists.add(blog);
          isCompared = true;
          break;
        case 'authors':
          lists.add(blog);
          isCompared = true;
          break;
        case 'internal-links':
          lists.add(internalLinks);
          break;
        case 'redirects':
          lists.add(redirects);
          break;
        default:
          await copyEverything();
          return;
      }
    }
    for (const path of lists) await readList(path, copy);
    const listedNow = itemsOf(copy);
    if (isCompared) {
      for (const [slug, item] of listedNow) if (items.get(slug) !== item) posts.add(slug);
    }
    for (const from of campaigns.size > 0 ? [before, copy] : []) {
      for (const { slug, campaignId } of listed<PseoPageListItem>(pseoPages, from)) {
        if (campaigns.has(campaignId)) pages.add(slug);
      }
    }
    for (const slug of posts) {
      await readOne(blog, slug, copy);
      items.set(slug, listedNow.get(slug) ?? '');
    }
    for (const slug of pages) await readOne(pseoPages, slug, copy);
  };

  return {
    begin,
    readEverything,

    /** @returns the changes that were told */
    async catchUp(): Promise<Change[]> {
      const all: Change[] = [];
      for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
        const told = await ask(cursor);
        if (!told) {
          await begin();
          return all;
        }
        all.push(...told.changes);
        await apply(told.changes);
        cursor = told.next;
        if (told.complete) return all;
      }
      throw new Error(`The changes do not come to an end: ${MOST_ANSWERS} answers say that there are more.`);
    },

    copy: (): Copy => copy,
  };
};

export type Follower = ReturnType<typeof createFollower>;
