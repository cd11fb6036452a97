import { ACCOUNT, AUTHOR, CAMPAIGN, CATEGORY, INTERNAL_LINK, PAGE, POST, TAG, WEBSITE } from '../shared/uids';

const HOOK = 'Admin/CM/pages/App/mutate-collection-types-links';

/** What editors write first comes first; types of other origin come behind, by name. */
const ORDER = [POST, CATEGORY, TAG, AUTHOR, INTERNAL_LINK, CAMPAIGN, PAGE, WEBSITE, ACCOUNT];

interface TypeLink {
  uid: string;
  title: string;
}

/**
 * The content manager sorts its list by title when it has this, and searches it by title. Spaces in front, which nobody sees, come
 * before all letters.
 */
export const inWritingOrder = <Link extends TypeLink>(links: readonly Link[]): Link[] =>
  links.map((link) => {
    const at = ORDER.indexOf(link.uid);
    return at === -1 ? link : { ...link, title: ' '.repeat(ORDER.length - at) + link.title };
  });

interface Hooks {
  registerHook(name: string, change: (given: unknown) => unknown): void;
}

export const orderContentList = (app: Hooks): void =>
  app.registerHook(HOOK, (given: unknown) => {
    const { ctLinks, ...rest } = given as { ctLinks: TypeLink[] };
    return { ...rest, ctLinks: inWritingOrder(ctLinks) };
  });
