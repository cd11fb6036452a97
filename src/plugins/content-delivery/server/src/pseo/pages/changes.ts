import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { PageAction, PageRefusal } from '../../../../contracts/pseo-pages';
import { createYielder } from '../../platform/yielder';
import type { Templates } from '../templates/templates';
import { tablesOf } from '../../platform/database/tables';
import { slugsOfLive, slugTaken } from './rule';
import { scopedHash } from '../../platform/scoped-hash';
import type { PageEvents } from './page-events';
import { keyOwners } from './key-owners';
import { createPublication, reasonOf, type Publishable } from './publication';
import { createPageRowStore, type PageRows, type Row } from './rows';
import { errors } from '@strapi/utils';
import { createPageReader, isNewer, MOVED, rowsOf, slugOf, textsOf } from './with-campaigns';

/** What became of the pages of one batch, by documentId. */
export interface ChangeOutcome {
  changed: string[];
  unchanged: string[];
  refused: PageRefusal[];
}

/**
 * Publishes, unpublishes and deletes pages of one website in batches. Call it inside a transaction that has locked
 * the website's revision already: what is read here, of slugs above all, is right only under that lock.
 */
export const createPageChanges = (strapi: Core.Strapi, templates: Templates, events: PageEvents) => {
  const rows = createPageRowStore(strapi);
  const read = createPageReader(strapi, rows);
  const publication = createPublication(strapi, rows);
  const tables = tablesOf(strapi);

  const readyIn = (pages: readonly PageRows[]) =>
    pages.flatMap(({ documentId, draft, live }) =>
      draft && live.every((row) => isNewer(draft, row) || live.length > 1)
        ? [{ documentId, draft, live }]
        : [],
    );

  const publish: Action = async ({ trx, website, campaignOf }, pages) => {
    const ready = readyIn(pages);
    const isReady = new Set(ready.map(({ documentId }) => documentId));
    const outcome: ChangeOutcome = {
      changed: [],
      unchanged: pages.flatMap(({ documentId }) => (isReady.has(documentId) ? [] : [documentId])),
      refused: [],
    };
    const linksOf = await rows.linksOf(
      trx,
      ready.map(({ draft }) => draft.id),
    );

    const resolved: (Publishable & { documentId: string })[] = [];
    const yieldTurn = createYielder();
    for (const page of ready) {
      const { documentId, draft } = page;
      try {
        const links = linksOf.get(draft.id) ?? [];
        const campaign = campaignOf(draft);
        const { slug, targetSlug } = await publication.check(textsOf(draft, campaign), links, templates);
        const key = scopedHash(website, slug);
        resolved.push({ ...page, slug, targetSlug, key, campaign: campaign.id, links });
      } catch (error) {
        outcome.refused.push({ page: documentId, slug: slugOf(draft), reason: reasonOf(error) });
      }
      await yieldTurn();
    }

    const owners = await keyOwners(
      trx,
      tables.pages,
      resolved.map(({ key }) => key),
    );
    const isTaken = (key: string, page: string) => [...(owners.get(key) ?? [])].some((one) => one !== page);
    const takenHere = new Set<string>();
    const publishable = resolved.filter(({ documentId, slug, key }) => {
      if (!isTaken(key, documentId) && !takenHere.has(key)) {
        takenHere.add(key);
        return true;
      }
      outcome.refused.push({ page: documentId, slug, reason: slugTaken(slug).message });
      return false;
    });

    await publication.write(trx, publishable, new Date());
    outcome.changed = publishable.map(({ documentId }) => documentId);
    if (outcome.changed.length > 0) await events.published(outcome.changed);
    return outcome;
  };

  const removing =
    (event: 'entry.unpublish' | 'entry.delete', rowsGoing: (page: PageRows) => readonly Row[]): Action =>
    async ({ trx }, pages) => {
      const going = pages.filter((page) => rowsGoing(page).length > 0);
      const ids = going.flatMap((page) => rowsGoing(page).map(({ id }) => id));
      if (ids.length > 0) await events.willRemove(event, ids);
      await rows.remove(trx, going.flatMap(rowsGoing));
      return {
        changed: going.map(({ documentId }) => documentId),
        unchanged: pages.filter((page) => !going.includes(page)).map(({ documentId }) => documentId),
        refused: [],
      };
    };

  const actions: Record<PageAction, Action> = {
    publish,
    unpublish: removing('entry.unpublish', ({ live }) => live),
    delete: removing('entry.delete', rowsOf),
  };

  /** Renders what `change` will render, ahead of the lock (`renderBefore`). */
  const render = async (action: PageAction, documentIds: readonly string[]): Promise<void> => {
    if (action !== 'publish') return;
    const { pages, campaignOf } = await read(strapi.db.connection, documentIds);
    const yieldTurn = createYielder();
    for (const { draft } of readyIn(pages)) {
      try {
        await slugsOfLive(textsOf(draft, campaignOf(draft)), templates);
      } catch (error) {
        // Under the lock it is said why.
        if (!(error instanceof errors.ValidationError)) throw error;
      }
      await yieldTurn();
    }
  };

  /**
   * @param website documentId; its revision has been locked in this transaction
   * @param documentIds a few hundred at most; those that are not there any more count as unchanged
   */
  const change = async (
    action: PageAction,
    website: string,
    documentIds: readonly string[],
  ): Promise<ChangeOutcome> =>
    strapi.db.transaction(async ({ trx }) => {
      const { pages: found, campaignOf, isOf } = await read(trx, documentIds);
      // Pages of other websites: their revisions have not been locked.
      const isAtHome = (page: PageRows) => isOf(website, page);
      const outcome = await actions[action]({ trx, website, campaignOf }, found.filter(isAtHome));
      const there = new Set(found.map(({ documentId }) => documentId));
      return {
        changed: outcome.changed,
        unchanged: [...outcome.unchanged, ...documentIds.filter((documentId) => !there.has(documentId))],
        refused: [
          ...outcome.refused,
          ...found
            .filter((page) => !isAtHome(page))
            .map(({ documentId, draft }) => ({
              page: documentId,
              slug: draft && slugOf(draft),
              reason: MOVED,
            })),
        ],
      };
    });

  return { render, change };
};

interface ChangeContext {
  trx: Knex.Transaction;
  /** documentId */
  website: string;
  campaignOf(row: Row): Row;
}

type Action = (context: ChangeContext, pages: readonly PageRows[]) => Promise<ChangeOutcome>;

export type PageChanges = ReturnType<typeof createPageChanges>;
