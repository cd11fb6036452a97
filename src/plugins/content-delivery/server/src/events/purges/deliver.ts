import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { PurgeTargetKind } from '../../../../contracts/purge-targets';
import { hasCome } from '../../platform/database/moments';
import type { DatabaseDate } from '../../platform/database/values';
import type { Encryption } from '../../platform/encryption';
import { UIDS } from '../../platform/uids';
import type { IsAllowed } from '../allowed';
import { attempt, notMade, type Outcome } from '../attempt';
import { createLeases } from '../leases';
import { tableOfReceivers } from '../receivers';
import { MAX_RETRY_AFTER } from '../retries';
import { createSenders, type Receiver } from '../senders';
import type { PurgeCounters } from './counters';
import { AGAIN_AFTER, PURGES } from './pending';
import { isAccepted, PROVIDERS, wishOf } from './providers';
import { createPurgeRecorder, type SentPurge } from './record';

const USER_AGENT = 'content-delivery-purges';

interface TargetRow {
  website: string;
  kind: PurgeTargetKind;
  url: string | null;
  zone: string | null;
  credentials_cipher: string | null;
}

interface PurgeSendersOptions {
  encryption: Encryption;
  counters: PurgeCounters;
  isAllowed: IsAllowed;
  /** Called when something more may be sent. */
  wake(): void;
}

/** Tells targets which tags are old: one instance at a time each, as many tags in a request as the provider takes. */
export const createPurgeSenders = (
  strapi: Core.Strapi,
  { encryption, counters, isAllowed, wake }: PurgeSendersOptions,
) => {
  const leases = createLeases(strapi, UIDS.purgeTarget);
  const record = createPurgeRecorder(strapi);
  const table = () => tableOfReceivers(strapi, 'purge-target');
  const sql = (): Knex => strapi.db.connection;

  /** Tags whose moment has come, of targets that may be called. */
  const due = (now: Date): Knex.QueryBuilder =>
    sql()(`${PURGES} as p`)
      .join(`${table()} as t`, 't.document_id', 'p.target')
      // What was not sent yet is due since it was made, also where the clock was set back since.
      .where((due) => due.whereNot('p.phase', 'again').orWhere(hasCome('p.due_at', now, AGAIN_AFTER)))
      .where((either) => {
        void either.where('p.phase', 'test');
        void either.orWhere((usual) => {
          void usual
            .where((due) => due.where('t.active', true).orWhere('p.always', true))
            .where((free) =>
              free.whereNull('t.not_before').orWhere(hasCome('t.not_before', now, MAX_RETRY_AFTER)),
            );
        });
      });

  const claimable = async (now: Date): Promise<Receiver[]> => {
    const rows: { target: string; website: string; failing_since: DatabaseDate | null }[] = await due(now)
      .where(await leases.free('t.lease_until'))
      .distinct('p.target', 't.website', 't.failing_since');
    return rows.map(({ target, website, failing_since }) => ({
      receiver: target,
      group: website,
      isProven: failing_since === null,
    }));
  };

  /** Tests go by themselves, so that what comes of them shows; first purges go before the rest. */
  const nextOf = async (target: string, most: number): Promise<SentPurge[]> => {
    const of = () => due(new Date()).where('p.target', target);
    const columns = ['p.id', 'p.tag', 'p.phase', 'p.revision'];
    const tests: SentPurge[] = await of()
      .where('p.phase', 'test')
      .select(...columns);
    if (tests.length > 0) return tests;
    return of()
      .orderBy([
        { column: 'p.phase', order: 'desc' },
        { column: 'p.due_at', order: 'asc' },
        { column: 'p.id', order: 'asc' },
      ])
      .limit(most)
      .select(...columns);
  };

  /** @throws the reason of `stop` */
  const send = async (row: TargetRow, tags: readonly string[], stop: AbortSignal): Promise<Outcome> => {
    const { credentials_cipher: cipher, ...target } = row;
    const credentials = cipher === null ? null : encryption.decrypt(cipher);
    if (cipher !== null && credentials === null) return notMade(UNREADABLE);
    const { headers, ...request } = PROVIDERS[row.kind].request({ ...target, credentials }, tags);
    const sent = { ...request, headers: { 'User-Agent': USER_AGENT, ...headers } };
    return attempt(strapi, sent, { isAllowed, stop, wish: wishOf });
  };

  const step = async (target: string, stop: AbortSignal): Promise<boolean> => {
    const row: TargetRow | undefined = await sql()(table())
      .where({ document_id: target })
      .first('website', 'kind', 'url', 'zone', 'credentials_cipher');
    if (!row) return false;
    const pending = await nextOf(target, PROVIDERS[row.kind].batchSize);
    if (pending.length === 0 || !(await leases.renew(target))) return false;
    const outcome = await send(row, [...new Set(pending.map(({ tag }) => tag))], stop);
    const recorded = await record(target, pending, outcome);
    counters.count(recorded);
    if (recorded.isOff) strapi.log.warn(`The purge target ${target} was switched off: failing.`);
    return isAccepted(outcome);
  };

  return createSenders(strapi, { due: claimable, claim: leases.claim, release: leases.release, step, wake });
};

const UNREADABLE = 'The credentials cannot be read with the server’s ENCRYPTION_KEY.';
