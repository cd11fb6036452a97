import type { Core } from '@strapi/strapi';
import type { ActivityAction, ActivitySource, ActivityType } from '../../../../contracts/activity';
import { beforeCommit } from '../../platform/database/before-commit';
import { storable } from '../../platform/formats';
import { UIDS } from '../../platform/uids';
import type { LoggedUid } from '../changes/delivered';
import { originOf, type Origin } from '../changes/origin';
import type { Scope } from '../revisions';
import { ACTIVITY_MODEL } from './model';

/** Of what belongs to no website or account: users and roles. */
export const PEOPLE = 'people';

const TYPES: Record<LoggedUid, ActivityType> = {
  [UIDS.post]: 'post',
  [UIDS.author]: 'author',
  [UIDS.pseoCampaign]: 'pseo-campaign',
  [UIDS.pseoPage]: 'pseo-page',
};

export const typeOf = (uid: LoggedUid): ActivityType => TYPES[uid];

/** Entries of one kind in one transaction from which on they are one line, with their number. */
const MAX_LINES = 20;
const MAX_LABEL = 255;
const TABLE = ACTIVITY_MODEL.tableName;

export interface Activity {
  action: ActivityAction;
  type: ActivityType;
  /** Of the website or account that it belongs to. */
  scope: Scope | typeof PEOPLE;
  /** documentId, or a row number; null where many are meant. */
  entry: string | null;
  /** A slug, or the name of a website, campaign, account or role: what to call it when it is gone. Never a text or a person. */
  label?: string | null;
  /** How many; one by default. */
  amount?: number;
  /** Where it comes from, unless from where the running write does. */
  source?: ActivitySource;
}

type Line = Required<Activity> & Pick<Origin, 'userId' | 'work'>;

/** Of two things that one transaction does to one entry, the one that says more is recorded. */
const RANK: Partial<Record<ActivityAction, number>> = {
  deleted: 5,
  'brought-back': 4,
  restored: 3,
  created: 2,
  published: 2,
  unpublished: 2,
};

const noted = new WeakMap<object, Map<string, Line>>();

/**
 * Notes what happened, in the running transaction: it is written at the end of that, so that nothing is recorded of what was
 * taken back. Outside of one it is written at once.
 */
export const recordActivity = async (strapi: Core.Strapi, activities: readonly Activity[]): Promise<void> =>
  strapi.db.transaction(async ({ trx }) => {
    const { userId, source, work } = originOf(strapi);
    let lines = noted.get(trx);
    if (!lines) {
      const created = (lines = new Map<string, Line>());
      noted.set(trx, created);
      await beforeCommit(strapi, async () => {
        noted.delete(trx);
        await write(strapi, [...created.values()]);
      });
    }
    for (const activity of activities) {
      const { type, scope, entry } = activity;
      const key = entry === null ? `${type} ${scope} ${lines.size}` : `${type} ${scope} ${entry}`;
      const known = lines.get(key);
      if (known && (RANK[known.action] ?? 0) > (RANK[activity.action] ?? 0)) continue;
      lines.set(key, { label: null, amount: 1, source, ...activity, userId, ...(work && { work }) });
    }
  });

/** Many of one kind as one. */
const summarise = (lines: readonly Line[]): Line[] => {
  const kinds = new Map<string, Line[]>();
  for (const line of lines) {
    const kind = [line.action, line.type, line.scope, line.source, line.userId, line.work].join(' ');
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  return [...kinds.values()].flatMap((own) => {
    const [first] = own;
    if (!first || own.length === 1 || (own.length <= MAX_LINES && !first.work)) return own;
    const amount = own.reduce((sum, line) => sum + line.amount, 0);
    return [{ ...first, entry: null, label: null, amount }];
  });
};

const write = async (strapi: Core.Strapi, lines: readonly Line[]): Promise<void> => {
  const at = new Date();
  await strapi.db.transaction(async ({ trx, onCommit }) => {
    for (const line of summarise(lines)) {
      const { userId, work = null, label, ...rest } = line;
      // What a job does batch by batch is one line, that counts.
      const counted =
        work === null
          ? 0
          : await trx(TABLE)
              .where({ work, action: line.action, type: line.type, scope: line.scope })
              .update({ amount: trx.raw('?? + ?', ['amount', line.amount]), entry: null, label: null });
      if (counted === 0) {
        const row = {
          ...rest,
          at,
          work,
          user_id: userId,
          label: label == null ? null : storable(label.slice(0, MAX_LABEL)),
        };
        await trx(TABLE).insert(row);
      }
      onCommit(() => log(strapi, line, counted === 0 ? 'info' : 'debug'));
    }
  });
};

/** The same as a log entry: words for people, and fields for machines. */
const log = (strapi: Core.Strapi, line: Line, level: 'info' | 'debug'): void => {
  const { action, type, scope, entry, amount, userId, source } = line;
  const what = entry === null ? `${amount} × ${type}` : `${type} ${entry}`;
  const who = userId === null ? source : `${source}, user ${userId}`;
  strapi.log.log(level, `Activity: ${action} ${what} (${who})`, {
    activity: action,
    type,
    scope,
    ...(entry === null ? {} : { entry }),
    amount,
    ...(userId === null ? {} : { user: userId }),
    source,
  });
};
