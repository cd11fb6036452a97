import type { Core } from '@strapi/strapi';
import { contentOf } from '../../fixtures/content';
import { createSuperAdmin, type AdminUser } from '../../support/admin-users';
import { markerOf, registerOf } from '../markers';

/** The content of one website that is there before the first write. Ids are documentIds. */
export interface Site {
  /** What its registers begin with. */
  name: string;
  key: string;
  account: string;
  website: string;
  category: string;
  tag: string;
  posts: Record<'one' | 'two' | 'flip', string>;
  link: string;
  campaign: string;
  pages: Record<'one' | 'flip', string>;
}

export interface Prepared {
  sites: Site[];
  admins: AdminUser[];
}

/** More than one, as Strapi counts sign-ins of each. */
const ADMINS = 12;
const WEBHOOK = 'plugin::content-delivery.webhook';
const NEVER = '2999-01-01T00:00:00.000Z';

/** @param urlOf where the webhook of a website sends its events, by the website's name */
export const prepareContent = async (
  strapi: Core.Strapi,
  urlOf: (name: string) => string,
): Promise<Prepared> => {
  const content = contentOf(strapi);
  const prepare = async (name: string): Promise<Site> => {
    const first = (what: string): string => markerOf(registerOf(name, what), 0);
    const account = await content.account({ name: first('account') });
    const { documentId: website, key } = await content.website({ account: account.documentId });
    const category = (await content.category(website, first('category'))).documentId;
    const tag = (await content.tag(website, first('tag'))).documentId;
    const post = async (slug: string, more: object = {}): Promise<string> => {
      const text = first(slug === 'later' ? 'withheld' : `post${slug}`);
      const data = { title: text, slug, content: `<p>${text}</p>`, ...more };
      return (await content.post(website, data)).documentId;
    };
    const posts = {
      one: await post('one', { category, tags: [tag] }),
      two: await post('two'),
      flip: await post('flip'),
    };
    await post('later', { scheduleDate: NEVER });
    const link = await content.link({ account: account.documentId, keyword: first('link'), url: '/x' });
    const campaign = await content.campaign(website, {
      htmlTemplate: `<p>${first('campaign')}</p><p>{{ text }}</p>`,
    });
    const page = async (slug: string): Promise<string> => {
      const variables = { text: first(`page${slug}`) };
      return (await content.page(campaign.documentId, { slug, variables })).documentId;
    };
    await content.create(WEBHOOK, { website, url: urlOf(name), events: [] });
    return {
      name,
      key,
      account: account.documentId,
      website,
      category,
      tag,
      posts,
      link: link.documentId,
      campaign: campaign.documentId,
      pages: { one: await page('one'), flip: await page('flip') },
    };
  };
  const sites = [await prepare('a'), await prepare('b')];
  const admins: AdminUser[] = [];
  while (admins.length < ADMINS) admins.push(await createSuperAdmin(strapi));
  return { sites, admins };
};
