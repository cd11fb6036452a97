import type { Core } from '@strapi/strapi';
import type { RedirectType } from '../../../../contracts/delivery';
import { websiteScope } from '../../freshness/revisions';
import { chunks } from '../../platform/database/statements';
import { scopedHash } from '../../platform/scoped-hash';
import { UIDS } from '../../platform/uids';
import { followSlugs, logRedirects } from './follow';
import { createEarlierSlugStore, type EarlierSlug } from './store';
import { withLocks } from '../../freshness/with-locks';

export { EARLIER_SLUG_MODEL } from './model';
export type { EarlierSlug } from './store';

const UID_OF = { post: UIDS.post, 'pseo-page': UIDS.pseoPage } as const satisfies Record<
  RedirectType,
  string
>;

/** Rows that one statement names. */
const BATCH_SIZE = 200;

/** Why a slug cannot become an earlier one of an entry. */
export type EarlierSlugProblem = 'own' | 'used' | 'leadsElsewhere' | 'tooMany';

/** Slugs that entries had before: where readers still look for them. */
export const createEarlierSlugs = (strapi: Core.Strapi) => {
  const store = createEarlierSlugStore(strapi);

  /** Those that nothing has, and why the others cannot be; neither where it is so already. */
  const sorted = async (rows: readonly EarlierSlug[]) => {
    const problems = new Map<EarlierSlug, EarlierSlugProblem>();
    const users = new Map<string, string[]>();
    for (const type of new Set(rows.map((row) => row.type))) {
      const own = rows.filter((row) => row.type === type);
      for (const some of chunks(own, BATCH_SIZE)) {
        const found: { documentId: string; uniqueKey: string }[] = await strapi.db
          .query(UID_OF[type])
          .findMany({
            where: { uniqueKey: { $in: some.map(({ website, slug }) => scopedHash(website, slug)) } },
            select: ['id', 'documentId', 'uniqueKey'],
          });
        for (const { documentId, uniqueKey } of found) {
          const place = `${type} ${uniqueKey}`;
          users.set(place, [...(users.get(place) ?? []), documentId]);
        }
      }
    }
    const placeOf = ({ type, website, slug }: EarlierSlug): string => `${type} ${scopedHash(website, slug)}`;
    const leading = new Map((await store.at(rows)).map((row) => [placeOf(row), row.entry]));
    const free: EarlierSlug[] = [];
    for (const row of rows) {
      const place = placeOf(row);
      const leadsTo = leading.get(place);
      const used = users.get(place);
      if (used) problems.set(row, used.includes(row.entry) ? 'own' : 'used');
      else if (leadsTo === undefined) {
        leading.set(place, row.entry);
        free.push(row);
      } else if (leadsTo !== row.entry) problems.set(row, 'leadsElsewhere');
    }
    return { problems, free };
  };

  return {
    list: store.list,
    at: store.at,
    forget: store.forget,
    /** From here on, every slug that a live entry leaves is kept. */
    keep: () => followSlugs(strapi, store),

    /**
     * Slugs from people or from elsewhere lead to these entries from now on, as far as nothing else has them.
     * @param most that an entry may have
     * @returns why some cannot be
     */
    async enter(
      rows: readonly EarlierSlug[],
      most = Infinity,
    ): Promise<Map<EarlierSlug, EarlierSlugProblem>> {
      const websites = [...new Set(rows.map(({ website }) => website))];
      return withLocks(strapi, websites.map(websiteScope), async () => {
        const { problems, free } = await sorted(rows);
        for (const row of most === Infinity ? [] : free) {
          if ((await store.list(row.entry, row.website)).length >= most) problems.set(row, 'tooMany');
        }
        const entered = free.filter((row) => !problems.has(row));
        const at = new Date();
        await store.put(entered, at);
        await logRedirects(strapi, [...new Set(entered.map(({ website }) => website))], at);
        return problems;
      });
    },

    /** @returns false when the slug did not lead to this entry */
    async remove({ entry, ...place }: EarlierSlug): Promise<boolean> {
      return withLocks(strapi, [websiteScope(place.website)], async () => {
        const found = (await store.at([place])).filter((row) => row.entry === entry);
        if (found.length === 0) return false;
        await store.remove(found.map(({ id }) => id));
        await logRedirects(strapi, [place.website], new Date());
        return true;
      });
    },
  };
};

export type EarlierSlugs = ReturnType<typeof createEarlierSlugs>;
