import type { Core } from '@strapi/strapi';
import { contentOf, UID } from '../../fixtures/content';
import type { AdminPanel } from '../admin-panel';
import { TEMPLATES } from '../page-imports';
import { serviceOf } from '../services';

interface Parts {
  strapi: Core.Strapi;
  panel: () => AdminPanel;
  websites: readonly string[];
  account: string;
  random: () => number;
}

interface Row {
  documentId: string;
  slug?: string | null;
}

/** Slugs are few, so that they are taken, left and taken again. */
const SLUGS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const CITIES = ['berlin', 'rome', 'oslo', 'lima', 'cairo', 'tokyo', 'paris', 'quito'];
const MOST = 8;

/** Writes of every kind that readers can notice, and some that they cannot, each at random. */
export const createWrites = ({ strapi, panel, websites, account, random }: Parts) => {
  const content = contentOf(strapi);
  let count = 0;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const rows = (uid: string, where: object = {}): Promise<Row[]> =>
    strapi.db.query(uid as never).findMany({ where, orderBy: { id: 'asc' } }) as Promise<Row[]>;
  const some = async (uid: string, where: object = {}): Promise<string> => {
    const found = await rows(uid, where);
    if (found.length === 0) throw new Nothing();
    return pick(found).documentId;
  };
  const ofUs = { website: { documentId: { $in: [...websites] } } };
  const pagesOfUs = { campaign: ofUs };
  const draft = { publishedAt: null };
  const live = { publishedAt: { $notNull: true } };
  const name = (prefix: string): string => `${prefix} ${(count += 1)}`;
  /** Around the moment at which the clock stands. */
  const moment = (): Date => new Date(Date.now() + Math.floor((random() - 0.3) * 8) * 1_000);
  const status = () => (random() < 0.6 ? ('published' as const) : undefined);
  const post = () => some(UID.post, { ...draft, ...ofUs });
  const page = () => some(UID.page, { ...draft, ...pagesOfUs });
  const campaign = () => some(UID.campaign, ofUs);
  const terms = async (website: string) => ({
    category: random() < 0.5 ? await some(UID.category, { website: { documentId: website } }) : null,
    author: random() < 0.5 ? await some(UID.author, { website: { documentId: website } }) : null,
    tags: (await rows(UID.tag, { website: { documentId: website } }))
      .filter(() => random() < 0.4)
      .map(({ documentId }) => documentId),
  });
  const newPost = async () => {
    if ((await rows(UID.post, { ...draft, ...ofUs })).length >= MOST) throw new Nothing();
    const website = pick(websites);
    const data = { title: name('Post'), slug: pick(SLUGS), website, ...(await terms(website)) };
    return content.create(UID.post, data, status());
  };
  const newPage = async () => {
    if ((await rows(UID.page, { ...draft, ...pagesOfUs })).length >= MOST) throw new Nothing();
    const data = { campaign: await campaign(), variables: { city: pick(CITIES), text: name('Text') } };
    return content.create(UID.page, { ...data, ...(random() < 0.5 && { slug: pick(SLUGS) }) }, status());
  };
  const job = async (path: string, body: Record<string, unknown>): Promise<void> => {
    const answer = await panel().post(`/content-delivery${path}`, body);
    if (answer.status >= 400) throw new Nothing();
    await serviceOf(strapi, 'jobs').runner.drain();
  };
  const bulk = async (action: string, count: number): Promise<void> => {
    const website = pick(websites);
    const found = await rows(UID.page, { ...draft, campaign: { website: { documentId: website } } });
    const pages = found.slice(0, count).map(({ documentId }) => documentId);
    if (pages.length === 0) throw new Nothing();
    await job('/pseo-page-jobs', { website, action, pages });
  };

  const writes: Record<string, () => Promise<unknown>> = {
    'a new post': newPost,
    'another new post': newPost,
    'a post that is changed': async () =>
      content.update(UID.post, await post(), { content: `<p>${name('Text')}</p>` }, status()),
    'a post with another slug': async () =>
      content.update(UID.post, await post(), { slug: pick(SLUGS) }, status()),
    'a post with another slug, published': async () =>
      content.update(UID.post, await post(), { slug: pick(SLUGS) }, 'published'),
    'a post with other terms': async () => {
      const website = pick(websites);
      const id = await some(UID.post, { ...draft, website: { documentId: website } });
      return content.update(UID.post, id, await terms(website), status());
    },
    'a post with a schedule': async () =>
      content.update(
        UID.post,
        await post(),
        { scheduleDate: random() < 0.2 ? null : moment().toISOString() },
        status(),
      ),
    'a post with a date': async () =>
      content.update(UID.post, await post(), { publishDate: moment().toISOString() }, status()),
    'a post on another website': async () =>
      content.update(
        UID.post,
        await post(),
        { website: pick(websites), category: null, tags: [], author: null, slug: pick(SLUGS) },
        status(),
      ),
    'a post that is published': async () => content.publish(UID.post, await post()),
    'a post that is unpublished': async () =>
      content.unpublish(UID.post, await some(UID.post, { ...live, ...ofUs })),
    'a draft that is discarded': async () =>
      content.discardDraft(UID.post, await some(UID.post, { ...live, ...ofUs })),
    'a post that is deleted': async () => content.remove(UID.post, await post()),
    'a post that is brought back': async () => {
      const bin = serviceOf(strapi, 'bin');
      const binned: string[] = await strapi.db
        .connection('content_delivery_bin')
        .whereIn('website', [...websites])
        .orderBy('id')
        .pluck('entry');
      if (binned.length === 0) throw new Nothing();
      return bin.bringBack(pick(binned), null);
    },
    'posts that exchange their slugs': () =>
      strapi.db.transaction(async () => {
        const website = pick(websites);
        const found = await rows(UID.post, { ...live, website: { documentId: website } });
        const [one, two] = [pick(found), pick(found)];
        if (!one || !two || one.documentId === two.documentId) throw new Nothing();
        await content.update(UID.post, one.documentId, { slug: name('swap').replace(' ', '-') }, 'published');
        await content.update(UID.post, two.documentId, { slug: one.slug }, 'published');
        await content.update(UID.post, one.documentId, { slug: two.slug }, 'published');
      }),
    'several writes at once, in one transaction': () =>
      strapi.db.transaction(async () => {
        await content.unpublish(UID.post, await some(UID.post, { ...live, ...ofUs }));
        await content.publish(UID.post, await post());
        await content.update(UID.post, await post(), { title: name('Title') }, status());
      }),
    'writes that are taken back': () =>
      strapi.db.transaction(async () => {
        await content.update(UID.post, await post(), { slug: pick(SLUGS) }, 'published');
        throw new Nothing();
      }),
    'a new tag': async () => content.tag(pick(websites), pick(SLUGS)),
    'a tag with another name': async () =>
      content.update(UID.tag, await some(UID.tag, ofUs), { name: name('Tag') }),
    'a tag that is deleted': async () => content.remove(UID.tag, await some(UID.tag, ofUs)),
    'a new author': async () => content.author(pick(websites), { name: name('Author') }),
    'an author with another name': async () =>
      content.update(UID.author, await some(UID.author, ofUs), { name: name('Author') }),
    'an author that is deleted': async () => content.remove(UID.author, await some(UID.author, ofUs)),
    'a new category': async () => content.category(pick(websites), pick(SLUGS)),
    'a category with another name': async () =>
      content.update(UID.category, await some(UID.category, ofUs), { name: name('Category') }),
    'a category that is deleted': async () => content.remove(UID.category, await some(UID.category, ofUs)),
    'a new link': () => content.link({ account, keyword: name('keyword') }),
    'a link that is changed': async () =>
      content.update(UID.link, await some(UID.link), { url: `/to/${pick(SLUGS)}` }),
    'a link that is deleted': async () => content.remove(UID.link, await some(UID.link)),
    'a website with another address': () =>
      content.update(UID.website, pick(websites), { url: `https://${pick(SLUGS)}.example.com` }),
    'a website that withholds, or not': () =>
      content.update(UID.website, pick(websites), { scheduledPosts: pick(['include', 'withhold']) }),
    'a new campaign': async () => {
      if ((await rows(UID.campaign, ofUs)).length >= 4) throw new Nothing();
      return content.campaign(pick(websites), { ...TEMPLATES, internalLinks: [link()] });
    },
    'a campaign that is changed': async () =>
      content.update(UID.campaign, await campaign(), {
        htmlTemplate: `<h1>{{ city }}</h1><p>${name('Html')}</p>`,
        slugTemplate: pick(['coffee/{{ city }}', 'tea/{{ city }}', '{{ city }}']),
      }),
    'links of a campaign': async () =>
      content.update(UID.campaign, await campaign(), { internalLinks: random() < 0.3 ? [] : [link()] }),
    'a campaign that is deleted': async () => content.remove(UID.campaign, await campaign()),
    'a new page': newPage,
    'another new page': newPage,
    'a page that is changed': async () =>
      content.update(
        UID.page,
        await page(),
        { variables: { city: pick(CITIES), text: name('Text') } },
        status(),
      ),
    'links of a page': async () =>
      content.update(UID.page, await page(), { internalLinks: random() < 0.3 ? [] : [link()] }, status()),
    'a page with another slug': async () =>
      content.update(UID.page, await page(), { slug: pick(SLUGS) }, status()),
    'a page of another campaign': async () =>
      content.update(UID.page, await page(), { campaign: await campaign() }, status()),
    'a page that is published': async () => content.publish(UID.page, await page()),
    'a page that is unpublished': async () =>
      content.unpublish(UID.page, await some(UID.page, { ...live, ...pagesOfUs })),
    'a page that is deleted': async () => content.remove(UID.page, await page()),
    'pages that are published together': () => bulk('publish', 3),
    'pages that are unpublished together': () => bulk('unpublish', 2),
    'pages that are deleted together': () => bulk('delete', 2),
    'slugs that are made anew': async () => {
      const selection = { filter: { website: pick(websites) }, publish: random() < 0.7 };
      const { status: code, body } = await panel().post(
        '/content-delivery/pseo-page-slugs/preview',
        selection,
      );
      if (code >= 400) throw new Nothing();
      const { version } = body.data as { version: string };
      await job('/pseo-page-slugs', { ...selection, version });
    },
    'a drip': async () => {
      const plan = { amount: 1, every: 'day', weekday: null, time: '09:00', timeZone: 'UTC', order: 'slug' };
      const { body } = await panel().post('/content-delivery/pseo-drips', {
        campaign: await campaign(),
        plan,
      });
      if (!body.data) throw new Nothing();
      const { documentId } = body.data as { documentId: string };
      const drips = () => strapi.db.connection('content_delivery_drips').where({ document_id: documentId });
      await drips().update({ next_at: new Date(Date.now() - 1) });
      await serviceOf(strapi, 'drips').runner.drain();
      await panel().delete(`/content-delivery/pseo-drips/${documentId}`);
    },
    'an image': async () => {
      const file = await content.image(`/uploads/${name('image').replace(' ', '-')}.webp`);
      return content.update(UID.post, await post(), { featuredImage: file }, status());
    },
    'an image with another file': async () => {
      const files = await strapi.db.query('plugin::upload.file').findMany({ select: ['id'] });
      if (files.length === 0) throw new Nothing();
      const url = `/uploads/${name('replaced').replace(' ', '-')}.webp`;
      return strapi.db
        .query('plugin::upload.file')
        .update({ where: { id: (pick(files) as { id: number }).id }, data: { url } });
    },
    'an earlier slug that is entered or taken away': async () => {
      const earlier = serviceOf(strapi, 'earlier-slugs');
      const website = pick(websites);
      const entry = await some(UID.post, { ...draft, website: { documentId: website } });
      const row = { type: 'post' as const, website, entry, slug: `${pick(SLUGS)}-old` };
      return random() < 0.5 ? earlier.enter([row]) : earlier.remove(row);
    },
  };
  const link = () => ({
    keyword: name('word'),
    url: `/${pick(SLUGS)}`,
    internal: random() < 0.5,
    nofollow: random() < 0.5,
  });
  const names = Object.keys(writes);

  return {
    names,
    /** @returns what was written; null where it was refused, or there was nothing to write to */
    async next(): Promise<string | null> {
      const name = pick(names);
      try {
        await writes[name]?.();
        return name;
      } catch (error) {
        const isRefused = error instanceof Nothing || REFUSALS.has((error as Error).name);
        if (isRefused) return null;
        throw error;
      }
    },
  };
};

/** There is nothing to write to. */
class Nothing extends Error {}

const REFUSALS: ReadonlySet<string> = new Set([
  'ValidationError',
  'YupValidationError',
  'ApplicationError',
  'NotFoundError',
]);
