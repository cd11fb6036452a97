import type { Core } from '@strapi/strapi';
import type { RedirectType } from '../../../../contracts/delivery';
import { isVisible, wholeEntry, writeLog } from '../../freshness/changes/log';
import { followChanges, type EntryChange } from '../../freshness/changes/collector';
import { beforeDeletingWebsites } from '../../platform/database/lifecycles';
import { UIDS } from '../../platform/uids';
import type { EarlierSlug, EarlierSlugStore } from './store';

/** What has become of the address of an entry on one website. Null where readers did not, or do not, get it. */
interface Move {
  type: RedirectType;
  /** documentId */
  entry: string;
  /** documentId */
  website: string;
  before: string | null;
  after: string | null;
  /** It cannot come back. */
  isGone: boolean;
}

const TYPES: ReadonlyMap<string, RedirectType> = new Map([
  [UIDS.post, 'post'],
  [UIDS.pseoPage, 'pseo-page'],
]);

const movesOf = (change: EntryChange, now: Date): Move[] => {
  const { uid, documentId: entry, before, after, touchesLive, isGone, loggedUntil } = change;
  const type = TYPES.get(uid);
  if (!type) return [];
  const is = isVisible(after, now) ? after : null;
  // Where only a draft was deleted, what is live has not changed.
  const was = touchesLive ? (isVisible(before, loggedUntil) ? before : null) : is;
  // Posts are in the bin, from which they come back.
  const common = { type, entry, isGone: isGone && type === 'pseo-page' };
  const websites = new Set([was?.website, is?.website].filter((website) => website !== undefined));
  if (websites.size === 0 && common.isGone) return [{ ...common, website: '', before: null, after: null }];
  return [...websites].map((website) => ({
    ...common,
    website,
    before: was?.website === website ? was.slug : null,
    after: is?.website === website ? is.slug : null,
  }));
};

/**
 * Keeps the slugs that entries leave, in the transaction in which they do, whichever way it is written. A slug that an entry
 * takes leads to nothing else from then on.
 */
export const followSlugs = (strapi: Core.Strapi, store: EarlierSlugStore): void => {
  const apply = async (moves: readonly Move[], at: Date): Promise<void> => {
    const moved = moves.filter(({ before, after, isGone }) => before !== after || isGone);
    if (moved.length === 0) return;
    const changed = new Set<string>();

    const taken = await store.at(
      moved.flatMap(({ type, website, after }) => (after === null ? [] : [{ type, website, slug: after }])),
    );
    for (const { website } of taken) changed.add(website);
    await store.remove(taken.map(({ id }) => id));

    // What has led to these entries leads elsewhere, to nothing, or to something again.
    const known = await store.of(moved.map(({ entry }) => entry));
    const places = new Set(moved.map(({ entry, website }) => `${entry} ${website}`));
    for (const { entry, website } of known) if (places.has(`${entry} ${website}`)) changed.add(website);

    const left = moved.flatMap(({ type, entry, website, before, after, isGone }): EarlierSlug[] => {
      if (before === null || before === after || isGone) return [];
      if (after !== null) changed.add(website);
      return [{ type, entry, website, slug: before }];
    });
    // Two that swap their slugs leave none.
    const inUse = new Set(
      moved.flatMap(({ type, website, after }) => (after === null ? [] : [`${type} ${website} ${after}`])),
    );
    await store.put(
      left.filter(({ type, website, slug }) => !inUse.has(`${type} ${website} ${slug}`)),
      at,
    );
    const gone = moved.filter(({ isGone }) => isGone).map(({ entry }) => entry);
    if (gone.length > 0 && known.length > 0) await store.forget(gone);
    await logRedirects(strapi, [...changed], at);
  };

  followChanges(strapi, {
    async changed(changes, _origin, at) {
      await apply(
        changes.flatMap((change) => movesOf(change, at)),
        at,
      );
    },

    async appeared(posts, at) {
      await apply(
        posts.map(({ website, entry, slug }) => ({
          type: 'post',
          entry,
          website,
          before: null,
          after: slug,
          isGone: false,
        })),
        at,
      );
    },
  });

  beforeDeletingWebsites(strapi, store.forgetWebsites);
};

/** Says of these websites that an earlier slug leads elsewhere. */
export const logRedirects = (strapi: Core.Strapi, websites: readonly string[], at: Date): Promise<void> =>
  writeLog(
    strapi,
    websites.map((website) => wholeEntry(website, 'redirects')),
    at,
  );
