import { randomInt } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { UIDS } from '../platform/uids';
import { newDocumentId } from '../platform/document-ids';
import { HISTORY } from './revisions';
import { MAX_INTEGER } from '../platform/database/values';

/** As the schema says: a restore runs before the database layer knows its tables. */
const tableOf = (strapi: Core.Strapi): string => strapi.contentTypes[UIDS.revision]?.collectionName ?? '';

const newRow = () => ({ document_id: newDocumentId(), scope: HISTORY, revision: randomInt(1, MAX_INTEGER) });

/** Gives a database its history id, unless it has one. */
export const ensureHistory = async (strapi: Core.Strapi): Promise<void> => {
  await strapi.db.connection(tableOf(strapi)).insert(newRow()).onConflict('scope').ignore();
};

/**
 * A new history id, in the transaction that puts an older state of the database back: numbers of revisions come again after it
 * that have named other content before. A state that has none is given one by the next start.
 */
export const beginHistory = async (strapi: Core.Strapi, trx: Knex.Transaction): Promise<void> => {
  const { document_id, revision } = newRow();
  await trx(tableOf(strapi)).where({ scope: HISTORY }).update({ document_id, revision });
};
