import { UID } from '../../fixtures/content';
import type { Register, Subject } from '../history';
import { markerOf, registerOf } from '../markers';
import type { Site } from './content';
import { subjectsOf } from './subjects';

/** A request to the admin API. */
export interface Operation {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  isShown: boolean;
}

/** One register and how it is written. */
export interface Written {
  register: Register;
  /** The write of this number. */
  write(number: number): Operation;
  /** One that a rule refuses; null where none fits. */
  refused: ((number: number) => Operation) | null;
}

const entries = (uid: string, ...rest: string[]): string =>
  ['/content-manager/collection-types', uid, ...rest].join('/');
const to = (documentId: string) => ({ connect: [{ documentId }] });
const isEven = (number: number): boolean => number % 2 === 0;

/** All registers of a website that are there from the beginning, in groups: each group has one writer. */
export const registersOf = (site: Site): Written[][] => {
  const subjects: Partial<Record<string, Subject>> = subjectsOf(site);
  const register = (name: string, targets: string[], isFlag = false): Register => ({
    name: registerOf(site.name, name),
    website: site.name,
    targets,
    isShownAtFirst: true,
    isFlag,
    ...(subjects[name] && { subject: subjects[name] }),
  });
  const put = (uid: string, id: string, body: object): Operation => ({
    method: 'PUT',
    path: entries(uid, id),
    body,
    isShown: true,
  });
  const publish = (uid: string, id: string, body: object): Operation => ({
    method: 'POST',
    path: entries(uid, id, 'actions', 'publish'),
    body,
    isShown: true,
  });
  const unpublish = (uid: string, id: string): Operation => ({
    method: 'POST',
    path: entries(uid, id, 'actions', 'unpublish'),
    body: {},
    isShown: false,
  });

  const named = (name: string, uid: string, id: string, targets: string[], field = 'name'): Written => {
    const own = register(name, targets);
    return {
      register: own,
      write: (number) => put(uid, id, { [field]: markerOf(own.name, number) }),
      refused: null,
    };
  };
  const post = (slug: 'one' | 'two'): Written => {
    const own = register(`post${slug}`, ['posts', `post ${slug}`]);
    const body = (number: number) => {
      const text = markerOf(own.name, number);
      return { title: text, content: `<p>${text}</p>`, metaTitle: text };
    };
    return {
      register: own,
      write: (number) => publish(UID.post, site.posts[slug], body(number)),
      refused: (number) => publish(UID.post, site.posts[slug], { ...body(number), slug: 'flip' }),
    };
  };
  const flip = (uid: string, id: string, name: string, targets: string[], body: (text: string) => object) => {
    const own = register(name, targets);
    return {
      register: own,
      write: (number: number) =>
        isEven(number) ? publish(uid, id, body(markerOf(own.name, number))) : unpublish(uid, id),
      refused: null,
    };
  };

  const link = register('link', ['links']);
  const campaign = register('campaign', ['page one']);
  const page = register('pageone', ['pages', 'pages of a campaign', 'page one']);
  const variables = (number: number) => ({ variables: { text: markerOf(page.name, number) } });
  const withheld = register('withheld', ['posts', 'post later'], true);
  return [
    [
      named('category', UID.category, site.category, ['taxonomies', 'posts', 'post one']),
      named('tag', UID.tag, site.tag, ['taxonomies', 'posts', 'post one']),
    ],
    [post('one')],
    [post('two')],
    [
      flip(UID.post, site.posts.flip, 'postflip', ['posts', 'post flip'], (title) => ({
        title,
        content: title,
      })),
    ],
    [
      {
        register: link,
        write: (number) => put(UID.link, site.link, { keyword: markerOf(link.name, number) }),
        refused: (number) =>
          put(UID.link, site.link, { keyword: markerOf(link.name, number), url: 'javascript:alert(1)' }),
      },
      // Readers do not see an account; what is stored of it is looked up at the end.
      named('account', UID.account, site.account, []),
    ],
    [
      {
        register: campaign,
        write: (number) =>
          put(UID.campaign, site.campaign, {
            htmlTemplate: `<p>${markerOf(campaign.name, number)}</p><p>{{ text }}</p>`,
          }),
        refused: (number) =>
          put(UID.campaign, site.campaign, {
            htmlTemplate: `<p>${markerOf(campaign.name, number)}</p>{% if text %}`,
          }),
      },
      {
        register: page,
        write: (number) => publish(UID.page, site.pages.one, variables(number)),
        refused: (number) => publish(UID.page, site.pages.one, { ...variables(number), slug: 'flip' }),
      },
    ],
    [
      flip(UID.page, site.pages.flip, 'pageflip', ['pages', 'pages of a campaign', 'page flip'], (text) => ({
        variables: { text },
      })),
    ],
    [
      {
        register: withheld,
        write: (number) => ({
          ...put(UID.website, site.website, { scheduledPosts: isEven(number) ? 'include' : 'withhold' }),
          isShown: isEven(number),
        }),
        refused: null,
      },
    ],
  ];
};

/** Entries that are created and deleted again: each is a register of its own. */
export interface Making {
  /** What registers of the kind begin with. */
  kind: string;
  uid: string;
  targets: string[];
  create(marker: string, slug: string): Operation;
}

export const makingsOf = (site: Site): Making[] => {
  const post = (uid: string, publishes: boolean, body: object): Operation => ({
    method: 'POST',
    path: publishes ? entries(uid, 'actions', 'publish') : entries(uid),
    body,
    isShown: true,
  });
  return [
    {
      kind: 'madepost',
      uid: UID.post,
      targets: ['posts'],
      create: (title, slug) =>
        post(UID.post, true, { title, slug, content: title, website: to(site.website) }),
    },
    {
      kind: 'madepage',
      uid: UID.page,
      targets: ['pages', 'pages of a campaign'],
      create: (text, slug) =>
        post(UID.page, true, { slug, variables: { text }, campaign: to(site.campaign) }),
    },
    {
      kind: 'madetag',
      uid: UID.tag,
      targets: ['taxonomies'],
      create: (name) => post(UID.tag, false, { name, website: to(site.website) }),
    },
    {
      kind: 'madelink',
      uid: UID.link,
      targets: ['links'],
      create: (keyword) => post(UID.link, false, { keyword, url: '/x', account: to(site.account) }),
    },
  ];
};

export const deletionOf = (uid: string, documentId: string): Operation => ({
  method: 'DELETE',
  path: entries(uid, documentId),
  isShown: false,
});

/** Where the admin API shows what is stored of an account. */
export const accountPath = (site: Site): string => entries(UID.account, site.account);
