import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import type { Encryption } from '../../platform/encryption';
import { postTo } from '../../platform/outgoing/post';
import { RemoteFileProblem } from '../../platform/outgoing/problems';
import { UIDS } from '../../platform/uids';
import type { WebhookCounters } from './counters';
import { addEvent, EVENTS, type OutboxRow } from './outbox';
import { logEnd } from './produce';
import { createRecorder, isSuccess, type Outcome } from './record';
import { retryAfter } from './retries';
import { signatureHeaders } from './signature';

/** Milliseconds for one attempt. */
const ATTEMPT_TIME = 15_000;
/** Milliseconds after which a webhook whose instance has gone is taken up by another one. Longer than an attempt. */
const LEASE = 45_000;
/** Bytes of an answer that are kept. */
const ANSWER_BYTES = 1_024;
/** Webhooks that are called at the same time, and how many of these may have failed last. */
const MAX_AT_ONCE = 64;
const MAX_FAILING_AT_ONCE = 32;
/** Milliseconds that attempts under way have at the end. */
const END_TIME = 5_000;

const USER_AGENT = 'content-delivery-webhooks';

interface WebhookRow {
  document_id: string;
  website: string;
  url: string;
  active: boolean | number;
  signature_header: string | null;
  secret_cipher: string;
  old_secret_cipher: string | null;
  old_secret_until: DatabaseDate | null;
  failing_since: DatabaseDate | null;
  not_before: DatabaseDate | null;
  resync_due: boolean | number | null;
}

export interface DeliveryOptions {
  encryption: Encryption;
  counters: WebhookCounters;
  /** Whether a webhook may have this address. */
  isAllowed(address: string): boolean;
  /** Called when something more may be sent. */
  wake(): void;
}

/**
 * Sends what is due. An instance claims a webhook by a lease in the database and sends its events one after the other, in the
 * order of their revisions: none is sent by two, and a receiver that never answers keeps nobody waiting but itself.
 */
export const createDelivery = (
  strapi: Core.Strapi,
  { encryption, counters, isAllowed, wake }: DeliveryOptions,
) => {
  const owner = randomUUID();
  const record = createRecorder(strapi);
  const running = new Map<string, { isFailing: boolean; work: Promise<void> }>();
  /** In which order webhooks were called last. */
  const turns = new Map<string, number>();
  let turn = 0;
  const turnOf = (webhook: string): number => turns.get(webhook) ?? 0;
  let period: Period | null = null;
  const table = () => strapi.db.metadata.get(UIDS.webhook).tableName;
  const sql = (): Knex => strapi.db.connection;

  /** Resolves when nothing is under way any more. */
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all([...running.values()].map((one) => one.work));
  };

  /** Events whose moment has come, of webhooks that may be called. */
  const due = (now: Date): Knex.QueryBuilder =>
    sql()(`${EVENTS} as e`)
      .join(`${table()} as w`, 'w.document_id', 'e.webhook')
      .where('e.state', 'waiting')
      // What was never tried is due since it was made, also where the clock was set back since.
      .where((moment) => moment.where('e.due_at', '<=', now).orWhere('e.attempts', 0))
      .where((either) => {
        void either.where('e.asked', true);
        void either.orWhere((usual) => {
          void usual
            .where('w.active', true)
            .where((free) => free.whereNull('w.not_before').orWhere('w.not_before', '<=', now));
        });
      });

  const claimable = async (now: Date): Promise<{ webhook: string; isFailing: boolean }[]> => {
    const rows: { webhook: string; failing_since: DatabaseDate | null }[] = await due(now)
      .where(isFree('w.lease_until', now))
      .distinct('e.webhook', 'w.failing_since');
    return rows
      .map(({ webhook, failing_since }) => ({ webhook, isFailing: failing_since !== null }))
      .sort((one, other) => turnOf(one.webhook) - turnOf(other.webhook));
  };

  const claim = async (webhook: string): Promise<boolean> => {
    const now = new Date();
    const taken = await sql()(table())
      .where({ document_id: webhook })
      .where(isFree('lease_until', now))
      .update({ owner, lease_until: new Date(now.getTime() + LEASE) });
    return taken > 0;
  };

  /** @returns false when it was lost to another instance */
  const renew = async (webhook: string): Promise<boolean> => {
    const renewed = await sql()(table())
      .where({ document_id: webhook, owner })
      .update({ lease_until: new Date(Date.now() + LEASE) });
    return renewed > 0;
  };

  const release = (webhook: string): Promise<unknown> =>
    sql()(table()).where({ document_id: webhook, owner }).update({ owner: null, lease_until: null });

  const nextOf = async (webhook: string): Promise<OutboxRow | undefined> =>
    due(new Date())
      .where('e.webhook', webhook)
      .orderBy([
        { column: 'e.asked', order: 'desc' },
        { column: 'e.revision', order: 'asc' },
        { column: 'e.id', order: 'asc' },
      ])
      .first(
        'e.id',
        'e.name',
        'e.webhook',
        'e.type',
        'e.revision',
        'e.body',
        'e.attempts',
        'e.asked',
        'e.at',
      );

  /** The `resync` that is to arrive before anything else does; of this moment, so that it never looks late. */
  const resyncAhead = async ({ document_id: webhook, website }: WebhookRow): Promise<OutboxRow> => {
    const held = () => sql()(EVENTS).where({ webhook, state: 'held' });
    const revision = await logEnd(strapi, sql(), website);
    const found: OutboxRow | undefined = await held().first();
    if (found?.revision === revision) return found;
    await held().delete();
    await addEvent(sql(), { webhook, website, type: 'resync', revision, state: 'held' });
    return (await held().first()) as OutboxRow;
  };

  /** Null for what this server has not encrypted; Strapi throws for what nobody has. */
  const readable = (cipher: string): string | null => {
    try {
      return encryption.decrypt(cipher);
    } catch {
      return null;
    }
  };

  const secretsOf = (row: WebhookRow): string[] => {
    const isOldValid = row.old_secret_until !== null && toDate(row.old_secret_until) > new Date();
    return [row.secret_cipher, ...(isOldValid ? [row.old_secret_cipher] : [])].flatMap((cipher) => {
      const secret = cipher === null ? null : readable(cipher);
      return secret === null ? [] : [secret];
    });
  };

  /** @throws the reason of `stop` */
  const attempt = async (row: WebhookRow, event: OutboxRow, stop: AbortSignal): Promise<Outcome> => {
    const at = new Date();
    const started = performance.now();
    const outcome = (answered: Partial<Outcome>): Outcome => ({
      at,
      milliseconds: Math.round(performance.now() - started),
      status: null,
      answer: null,
      problem: null,
      notBefore: null,
      ...answered,
    });
    const secrets = secretsOf(row);
    if (secrets.length === 0) return outcome({ problem: UNREADABLE_SECRET });
    try {
      const { status, headers, text } = await postTo(new URL(row.url), {
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': USER_AGENT,
          ...signatureHeaders({
            id: event.name,
            at,
            body: event.body,
            secrets,
            signatureHeader: row.signature_header,
          }),
        },
        body: event.body,
        time: ATTEMPT_TIME,
        answerBytes: ANSWER_BYTES,
        isAllowed,
        stop,
      });
      return outcome({
        status,
        answer: text,
        problem:
          status >= 300 && status < 400
            ? 'Redirects are not followed. Enter the address they lead to.'
            : null,
        notBefore: retryAfter(headers['retry-after'], new Date()),
      });
    } catch (error) {
      stop.throwIfAborted();
      const problem = error instanceof RemoteFileProblem ? error.message : 'The request could not be sent.';
      if (!(error instanceof RemoteFileProblem))
        strapi.log.debug(`A webhook could not be called: ${String(error)}`);
      return outcome({ problem });
    }
  };

  const note = async (event: OutboxRow, outcome: Outcome): Promise<void> => {
    const recorded = await record(event, outcome);
    counters.count(recorded);
    if (recorded.off) {
      strapi.log.warn(`The webhook ${event.webhook} was switched off: ${recorded.off}.`);
    }
  };

  /** @returns true when the next one may follow at once; after a failure other webhooks have their turn first */
  const step = async (webhook: string, stop: AbortSignal): Promise<boolean> => {
    const event = await nextOf(webhook);
    if (!event || !(await renew(webhook))) return false;
    const row: WebhookRow | undefined = await sql()(table()).where({ document_id: webhook }).first();
    if (!row) return false;
    if (!event.asked && row.resync_due && event.type !== 'resync') {
      const resync = await resyncAhead(row);
      const outcome = await attempt(row, resync, stop);
      if (!isSuccess(outcome)) {
        // Tried again when this event is: the resync has no moments of its own.
        await note(event, { ...outcome, problem: BEHIND_RESYNC });
        return false;
      }
      await note(resync, outcome);
      await resynced(webhook);
    }
    const outcome = await attempt(row, event, stop);
    await note(event, outcome);
    if (isSuccess(outcome) && event.type === 'resync') await resynced(webhook);
    return isSuccess(outcome);
  };

  const resynced = async (webhook: string): Promise<void> => {
    await sql()(EVENTS).where({ webhook, state: 'held' }).delete();
    await sql()(table()).where({ document_id: webhook }).update({ resync_due: false });
  };

  /**
   * Sends all that is due for a webhook. Where that fails, the webhook stays claimed until its lease is over, so that an
   * attempt whose outcome could not be stored is not made again at once.
   */
  const work = async (webhook: string, { stop, isEnding }: Period): Promise<void> => {
    if (!(await claim(webhook))) return;
    turns.set(webhook, (turn += 1));
    try {
      while (!isEnding() && (await step(webhook, stop.signal)));
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    await release(webhook);
  };

  return {
    /** Begins to send what is due; resolves before it is sent. */
    async begin(isOn: () => boolean): Promise<void> {
      const found = await claimable(new Date());
      if (!isOn()) return;
      const current = (period ??= newPeriod());
      for (const { webhook, isFailing } of found) {
        const failing = [...running.values()].filter((one) => one.isFailing).length;
        if (running.size >= MAX_AT_ONCE || current.isEnding()) return;
        if (running.has(webhook) || (isFailing && failing >= MAX_FAILING_AT_ONCE)) continue;
        const started = work(webhook, current).then(
          () => {
            running.delete(webhook);
            if (!current.isEnding()) wake();
          },
          (error: unknown) => {
            running.delete(webhook);
            strapi.log.error(error);
          },
        );
        running.set(webhook, { isFailing, work: started });
      }
    },

    idle,

    /** Gives what is under way a moment, and calls off the rest: it is sent by the next who looks. */
    async stop(): Promise<void> {
      const current = period;
      if (!current) return;
      current.end();
      const timer = setTimeout(() => current.stop.abort(), END_TIME);
      await idle();
      clearTimeout(timer);
      period = null;
    },
  };
};

/** From when sending begins until it is stopped. */
interface Period {
  stop: AbortController;
  isEnding(): boolean;
  end(): void;
}

const newPeriod = (): Period => {
  let isOver = false;
  return {
    stop: new AbortController(),
    isEnding: () => isOver,
    end() {
      isOver = true;
    },
  };
};

/** One that ends later than it can is of a clock that was set back since. */
const isFree = (column: string, now: Date) => (free: Knex.QueryBuilder) => {
  void free.whereNull(column).orWhere(column, '<=', now);
  void free.orWhere(column, '>', new Date(now.getTime() + 2 * LEASE));
};

const UNREADABLE_SECRET = 'The secret cannot be read with the server’s ENCRYPTION_KEY.';
const BEHIND_RESYNC = 'It was not sent, as the resync that has to arrive before it did not.';
