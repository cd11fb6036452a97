import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { FailedWork } from '../../../../contracts/home';
import {
  IMPORT_PAGES,
  LIST_PAGES,
  MANAGE_WEBHOOKS,
  REPLACE_POSTS,
  SEE_LINKS,
} from '../../access/permissions';
import { checkerFor, may, rightsOf } from '../../access/editors/rights';
import type { Job } from '../../jobs';
import { chunks } from '../../platform/database/statements';
import { toDate, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { CHECK_JOB } from '../../pseo/imports/check';
import { RUN_JOB } from '../../pseo/imports/run';
import { BULK_JOB, SLUGS_JOB } from '../../pseo/pages/page-jobs';
import { LINK_CHECK_JOB } from '../links';
import type { VisibleLinks } from '../links/visible-links';
import { REPLACE_KINDS } from '../replacements';
import { WEEK } from '../../platform/durations';

const SHOWN = 5;
/** Jobs that one statement reads. */
const BATCH_SIZE = 500;

/** Which work there is, who may see it, and which of its jobs follow one another. */
const WORK = [
  { work: 'pages', permission: LIST_PAGES, kinds: [BULK_JOB, SLUGS_JOB], isOfWebsite: true },
  { work: 'import', permission: IMPORT_PAGES, kinds: [CHECK_JOB, RUN_JOB], isOfWebsite: true },
  { work: 'replacement', permission: REPLACE_POSTS, kinds: REPLACE_KINDS, isOfWebsite: false },
  { work: 'links', permission: SEE_LINKS, kinds: [LINK_CHECK_JOB], isOfWebsite: false },
] as const;

/** Who has none of them sees nothing here. */
const PERMISSIONS = [...WORK.map(({ permission }) => permission), MANAGE_WEBHOOKS];

interface Names {
  websites: ReadonlyMap<string, string>;
  /** Names where the user may read them. */
  accounts: ReadonlyMap<string, string | null>;
}

/** What a job is about; null where the user may not see all of it. */
type Subject = Pick<FailedWork, 'website' | 'account' | 'pageImport'> & { key: string };

/** What is read of a job. */
interface ReadJob extends Pick<Job, 'kind' | 'state' | 'website' | 'payload'> {
  id: number;
  finishedAt: DatabaseDate | null;
  updatedAt: DatabaseDate;
}

const payloadOf = ({ payload }: ReadJob) =>
  (payload ?? {}) as { pageImport?: string; account?: string; websites?: string[] };

const subjectOf = (work: FailedWork['work'], job: ReadJob, { websites, accounts }: Names): Subject | null => {
  const none = { website: null, account: null, pageImport: null };
  if (work === 'replacement') {
    const own = payloadOf(job).websites ?? [];
    return own.every((website) => websites.has(website)) ? { ...none, key: '' } : null;
  }
  if (work === 'links') {
    const { account: documentId = '' } = payloadOf(job);
    const name = accounts.get(documentId);
    if (name === undefined) return null;
    return { ...none, key: documentId, account: name === null ? null : { documentId, name } };
  }
  const name = job.website === null ? undefined : websites.get(job.website);
  if (job.website === null || name === undefined) return null;
  const pageImport = work === 'import' ? (payloadOf(job).pageImport ?? null) : null;
  return { ...none, key: job.website, website: { documentId: job.website, name }, pageImport };
};

/**
 * Work of the last week that failed, unless some of the same kind was begun on the same since, and webhooks that the server has
 * switched off; the latest first.
 */
export const createFailedWork = (strapi: Core.Strapi) => {
  const { tableName } = strapi.db.metadata.get(UIDS.job);

  const read = (where: Record<string, unknown>, limit?: number): Promise<ReadJob[]> =>
    strapi.db.query(UIDS.job).findMany({
      where,
      select: ['id', 'kind', 'state', 'website', 'payload', 'finishedAt', 'updatedAt'],
      orderBy: { id: 'desc' },
      ...(limit === undefined ? {} : { limit }),
    });

  /** Of work on one website, the last job of each kind on each. */
  const lastOfWebsites = async (kinds: readonly string[], websites: Names['websites'], since: Date) => {
    const last: { website: string; id: number }[] = await strapi.db
      .connection(tableName)
      .whereIn('kind', kinds)
      .whereNotNull('website')
      .where('created_at', '>=', since)
      .groupBy('kind', 'website')
      .select('website')
      .max({ id: 'id' });
    const ids = last.filter(({ website }) => websites.has(website)).map(({ id }) => id);
    const found: ReadJob[] = [];
    for (const some of chunks(ids, BATCH_SIZE)) found.push(...(await read({ id: { $in: some } })));
    return found.sort((one, other) => other.id - one.id);
  };

  /** Whose subject only their payloads say: all of them, the latest first, unless none has failed. */
  const allWithoutWebsite = async function* (kinds: readonly string[], since: Date) {
    const own = { kind: { $in: [...kinds] }, createdAt: { $gte: since } };
    if ((await read({ ...own, state: 'failed' }, 1)).length === 0) return;
    let before: Record<string, unknown> = {};
    for (;;) {
      const some = await read({ ...own, ...before }, BATCH_SIZE);
      yield* some;
      const last = some[BATCH_SIZE - 1];
      if (!last) return;
      before = { id: { $lt: last.id } };
    }
  };

  const failedJobs = async (ctx: Context, names: Names, isNarrowed: boolean): Promise<FailedWork[]> => {
    // What is of several websites stays out of the view of one.
    const seen = WORK.filter(
      ({ work, permission }) => may(ctx, permission) && !(isNarrowed && work === 'replacement'),
    );
    const since = new Date(Date.now() - WEEK);
    const found = new Map<string, FailedWork | null>();
    for (const { work, kinds, isOfWebsite } of seen) {
      const latest = isOfWebsite
        ? await lastOfWebsites(kinds, names.websites, since)
        : allWithoutWebsite(kinds, since);
      for await (const job of latest) {
        const subject = subjectOf(work, job, names);
        if (!subject) continue;
        const { key: place, ...about } = subject;
        if (found.has(`${work} ${place}`)) continue;
        const at = toDate(job.finishedAt ?? job.updatedAt).toISOString();
        const row = { key: `job ${job.id}`, work, ...about, at };
        found.set(`${work} ${place}`, job.state === 'failed' ? row : null);
      }
    }
    return [...found.values()].filter((one) => one !== null);
  };

  const webhooksOff = async (ctx: Context, { websites }: Names): Promise<FailedWork[]> => {
    if (!may(ctx, MANAGE_WEBHOOKS)) return [];
    const webhooks = strapi.db.metadata.get(UIDS.webhook).tableName;
    const rows: { website: string; since: DatabaseDate }[] = await strapi.db
      .connection(webhooks)
      .whereNotNull('off_reason')
      .where({ active: false })
      .groupBy('website')
      .select('website')
      .max({ since: 'off_since' });
    return rows.flatMap(({ website: documentId, since }) => {
      const name = websites.get(documentId);
      if (name === undefined || since === null) return [];
      const at = toDate(since).toISOString();
      return [
        {
          key: `webhook ${documentId}`,
          work: 'webhook' as const,
          website: { documentId, name },
          account: null,
          pageImport: null,
          at,
        },
      ];
    });
  };

  /** @param visible null for a user who may not see links */
  return async (
    ctx: Context,
    onlyWebsite: number | null,
    visible: VisibleLinks | null,
  ): Promise<FailedWork[]> => {
    if (!PERMISSIONS.some((permission) => may(ctx, permission))) return [];
    if (checkerFor(strapi, ctx, UIDS.website).cannot.read(undefined, 'name')) return [];
    const readable = await rightsOf(strapi, ctx, UIDS.website, 'read');
    const websites: { documentId: string; name: string }[] = await strapi.db.query(UIDS.website).findMany({
      where: { $and: [readable ?? {}, onlyWebsite === null ? {} : { id: onlyWebsite }] },
      select: ['documentId', 'name'],
    });
    const accounts = visible?.accounts ?? [];
    const names: Names = {
      websites: new Map(websites.map(({ documentId, name }) => [documentId, name])),
      accounts: new Map(
        accounts
          .filter((account) => onlyWebsite === null || account.websites.some(({ id }) => id === onlyWebsite))
          .map(({ documentId, name }) => [documentId, name]),
      ),
    };
    const failed = [
      ...(await failedJobs(ctx, names, onlyWebsite !== null)),
      ...(await webhooksOff(ctx, names)),
    ];
    return failed.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN);
  };
};
