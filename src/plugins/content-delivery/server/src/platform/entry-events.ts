import type { Core } from '@strapi/strapi';
import { sanitize } from '@strapi/utils';
import type { ContentUid } from './uids';

export type Entry = Record<string, unknown>;
export type EntryEvent =
  'entry.create' | 'entry.update' | 'entry.publish' | 'entry.unpublish' | 'entry.delete';

/** Emits an event of an entry as Strapi's document service does, for its webhooks and other listeners: without private attributes. */
export const emitEntryEvent = async (
  strapi: Core.Strapi,
  event: EntryEvent,
  uid: ContentUid,
  entry: Entry,
): Promise<void> => {
  const schema = strapi.getModel(uid as never) as { modelName: string };
  const sanitized = await sanitize.sanitizers.defaultSanitizeOutput(
    { schema, getModel: (other: string) => strapi.getModel(other as never) } as never,
    entry as never,
  );
  await strapi.eventHub.emit(event, { model: schema.modelName, uid, entry: sanitized });
};
