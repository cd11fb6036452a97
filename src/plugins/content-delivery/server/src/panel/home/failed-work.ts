import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { FailedWork } from '../../../../contracts/home';
import { IMPORT_PAGES, LIST_PAGES } from '../../access/permissions';
import { checkerFor, rightsOf } from '../../access/editors/rights';
import type { Job, Jobs } from '../../jobs';
import { UIDS } from '../../platform/uids';
import { CHECK_JOB } from '../../pseo/imports/check';
import { RUN_JOB } from '../../pseo/imports/run';
import { BULK_JOB, SLUGS_JOB } from '../../pseo/pages/page-jobs';

const SHOWN = 5;
/** The latest jobs that are looked at. */
const LOOKED_AT = 200;
const WEEK_MS = 7 * 86_400_000;

/** Which work there is, who may see it, and which of its jobs follow one another. */
const WORK = [
  { work: 'pages', permission: LIST_PAGES, kinds: [BULK_JOB, SLUGS_JOB] },
  { work: 'import', permission: IMPORT_PAGES, kinds: [CHECK_JOB, RUN_JOB] },
] as const;

const importOf = ({ payload }: Job): string | null =>
  (payload as { pageImport?: string } | null)?.pageImport ?? null;

/** Work of the last week that failed, unless some of the same kind was begun on the website since; the latest first. */
export const createFailedWork =
  (strapi: Core.Strapi, jobs: Jobs) =>
  async (ctx: Context, onlyWebsite: number | null): Promise<FailedWork[]> => {
    const { can } = ctx.state['userAbility'] as { can(action: string): boolean };
    const seen = WORK.filter(({ permission }) => can(permission));
    if (seen.length === 0 || checkerFor(strapi, ctx, UIDS.website).cannot.read(undefined, 'name')) return [];
    const readable = await rightsOf(strapi, ctx, UIDS.website, 'read');
    const websites: { documentId: string; name: string }[] = await strapi.db.query(UIDS.website).findMany({
      where: { $and: [readable ?? {}, onlyWebsite === null ? {} : { id: onlyWebsite }] },
      select: ['documentId', 'name'],
    });
    const names = new Map(websites.map(({ documentId, name }) => [documentId, name]));
    const latest = await jobs.list(
      {
        kind: { $in: seen.flatMap(({ kinds }) => [...kinds]) },
        website: { $in: [...names.keys()] },
        createdAt: { $gte: new Date(Date.now() - WEEK_MS) },
      },
      LOOKED_AT,
    );
    const found = new Map<string, FailedWork | null>();
    for (const job of latest) {
      const work = seen.find(({ kinds }) => kinds.some((kind) => kind === job.kind))?.work;
      const key = `${work} ${job.website}`;
      if (!work || job.website === null || found.has(key)) continue;
      const { website: documentId, state, finishedAt, updatedAt } = job;
      const isFailed = state === 'failed';
      found.set(
        key,
        isFailed
          ? {
              work,
              website: { documentId, name: names.get(documentId) ?? '' },
              pageImport: work === 'import' ? importOf(job) : null,
              at: (finishedAt ?? updatedAt).toISOString(),
            }
          : null,
      );
    }
    return [...found.values()].filter((one) => one !== null).slice(0, SHOWN);
  };
