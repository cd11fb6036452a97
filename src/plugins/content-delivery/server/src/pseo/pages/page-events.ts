import type { Core } from '@strapi/strapi';
import { emitEntryEvent, type Entry, type EntryEvent } from '../../platform/entry-events';
import { createYielder } from '../../platform/yielder';
import { UIDS } from '../../platform/uids';

/** Of a campaign what identifies it: its templates may be long, and each call that waits holds its own. */
const POPULATE = { campaign: { select: ['id', 'documentId', 'name'] }, internalLinks: true };

/** An event whose entry is made of what was written, not read back. */
export interface PageEvent {
  event: Extract<EntryEvent, 'entry.create' | 'entry.update' | 'entry.publish'>;
  entry: Entry;
}

/** Emits such events, when the transaction is committed. */
export const emitPageEvents = async (strapi: Core.Strapi, events: readonly PageEvent[]): Promise<void> => {
  const yieldTurn = createYielder();
  for (const { event, entry } of events) {
    await strapi.eventHub.emit(event, { model: 'pseo-page', uid: UIDS.pseoPage, entry });
    await yieldTurn();
  }
};

/** Emits the events of pages that are read back: once the running transaction is committed. */
export const createPageEvents = (strapi: Core.Strapi) => {
  const emit = async (event: EntryEvent, entries: readonly Entry[]): Promise<void> => {
    const yieldTurn = createYielder();
    for (const entry of entries) {
      // None of this waits for anything, so readers would wait for all of it.
      await yieldTurn();
      await emitEntryEvent(strapi, event, UIDS.pseoPage, entry);
    }
  };
  const find = (where: Entry): Promise<Entry[]> =>
    strapi.db.query(UIDS.pseoPage).findMany({ where, populate: POPULATE });
  const telling = new Set<Promise<void>>();
  const afterCommit = async (work: () => Promise<void>): Promise<void> =>
    strapi.db.transaction(async ({ onCommit }) => {
      onCommit(() => {
        const one = work()
          .catch((error: unknown) => void strapi.log.error(error))
          .finally(() => telling.delete(one));
        telling.add(one);
      });
    });

  return {
    /** Resolves when all that is committed has been announced. */
    async flushed(): Promise<void> {
      await Promise.all(telling);
    },

    /** These rows, drafts, have changed. */
    updated: (ids: readonly number[]): Promise<void> =>
      afterCommit(async () => emit('entry.update', await find({ id: { $in: [...ids] } }))),

    /**
     * These pages were made, and went live at once. To be called when that is committed, and awaited: a fast writer would
     * else pile up all entries in memory.
     */
    async created(documentIds: readonly string[]): Promise<void> {
      const documentId = { $in: [...documentIds] };
      await emit('entry.create', await find({ documentId, publishedAt: null }));
      await emit('entry.publish', await find({ documentId, publishedAt: { $notNull: true } }));
    },

    /** These pages went live. */
    published: (documentIds: readonly string[]): Promise<void> =>
      afterCommit(async () =>
        emit(
          'entry.publish',
          await find({ documentId: { $in: [...documentIds] }, publishedAt: { $notNull: true } }),
        ),
      ),

    /** These rows are about to go. */
    async willRemove(event: 'entry.unpublish' | 'entry.delete', ids: readonly number[]): Promise<void> {
      const entries = await find({ id: { $in: [...ids] } });
      await afterCommit(() => emit(event, entries));
    },
  };
};

export type PageEvents = ReturnType<typeof createPageEvents>;
