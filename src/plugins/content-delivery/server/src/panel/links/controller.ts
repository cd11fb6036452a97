import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  LINK_FINDING_KINDS,
  type LinkCheck,
  type LinkFindingKind,
  type LinkFindings,
} from '../../../../contracts/links';
import { fieldError } from '../../platform/field-errors';
import { optionalChoiceIn, optionalTextIn, type Input } from '../../platform/input';
import type { Job } from '../../jobs';
import { rowCursorIn } from '../row-cursor';
import type { StoredFinding } from './describe';
import type { Links } from './index';
import {
  countFindings,
  seenAccount,
  visibleFindings,
  visibleLinksOf,
  type SeenAccount,
  type VisibleLinks,
} from './visible-links';
import { revisionsOf, sitesOf } from './scope';

/** Findings of one answer. */
const PAGE_SIZE = 50;
const COLUMNS = ['id', 'kind', 'type', 'entry', 'website', 'address', 'state', 'pages'];

/** What the page "Links" asks. */
export const createLinksController = (strapi: Core.Strapi, links: Links) => {
  const accountIn = (ctx: Context, visible: VisibleLinks): SeenAccount =>
    seenAccount(visible, (ctx['params'] as { account: string }).account);

  const checksOf = async (visible: VisibleLinks): Promise<LinkCheck[]> => {
    const ids = visible.accounts.map(({ documentId }) => documentId);
    const stored = await links.checks(ids);
    const latest = await links.latest();
    const checks: LinkCheck[] = [];
    for (const { documentId, name, websites } of visible.accounts) {
      const check = stored.get(documentId);
      const job = latest.get(documentId);
      const counts = { 'dead-link': 0, 'dead-rule': 0, 'unused-keyword': 0, 'unlinked-post': 0 };
      if (check) {
        const own = websites.map((website) => website.documentId);
        for (const kind of LINK_FINDING_KINDS) {
          counts[kind] = await countFindings(strapi, visible, check.run, kind, own);
        }
      }
      const sites = await sitesOf(strapi, documentId);
      const revisions = check && (await revisionsOf(strapi, documentId, sites));
      checks.push({
        account: { documentId, name: name ?? websites.map((website) => website.name).join(', ') },
        websites: websites.map((website) => ({ documentId: website.documentId, name: website.name })),
        checkedAt: check?.at.toISOString() ?? null,
        isCurrent: check !== undefined && check.revisions === revisions,
        latest:
          job && (job.state === 'waiting' || job.state === 'running' || job.state === 'failed')
            ? { state: job.state, ...progressOf(job, websites.length === sites.length) }
            : null,
        counts,
        unread: check?.unread ?? 0,
        isCut: check?.cut ?? false,
      });
    }
    return checks;
  };

  return {
    /** The accounts of the user's websites, each with its last check. */
    async list(ctx: Context) {
      ctx.body = { data: await checksOf(await visibleLinksOf(strapi, ctx)) };
    },

    async start(ctx: Context) {
      const visible = await visibleLinksOf(strapi, ctx);
      const account = accountIn(ctx, visible);
      await links.start(account.documentId);
      ctx.status = 202;
      ctx.body = { data: await checksOf({ ...visible, accounts: [account] }) };
    },

    async findings(ctx: Context) {
      const visible = await visibleLinksOf(strapi, ctx);
      const account = accountIn(ctx, visible);
      const input = ctx.query as Input;
      const kind = kindIn(input);
      const wanted = optionalTextIn(input, 'website');
      const websites = account.websites
        .map(({ documentId }) => documentId)
        .filter((documentId) => wanted === undefined || documentId === wanted);
      if (websites.length === 0)
        throw new errors.NotFoundError('There is no such website, or it is not one of yours.');
      const after = rowCursorIn(input, 'after') ?? 0;
      const check = (await links.checks([account.documentId])).get(account.documentId);
      if (!check) {
        ctx.body = { data: { findings: [], next: null } satisfies LinkFindings };
        return;
      }
      const rows: StoredFinding[] = await visibleFindings(strapi, visible, check.run, kind, websites)
        .where('f.id', '>', after)
        .orderBy('f.id')
        .limit(PAGE_SIZE + 1)
        .select(COLUMNS.map((column) => `f.${column}`));
      const page = rows.slice(0, PAGE_SIZE);
      ctx.body = {
        data: {
          findings: await links.describe(visible, await sitesOf(strapi, account.documentId), page),
          next: rows.length > PAGE_SIZE ? String(page.at(-1)?.id) : null,
        } satisfies LinkFindings,
      };
    },
  };
};

/** How far a check is: for who may not see all of its websites, in hundredths, as the number of texts on the others is not theirs. */
const progressOf = (
  { done, total }: Pick<Job, 'done' | 'total'>,
  seesAll: boolean,
): { done: number; total: number | null } =>
  seesAll || total === null || total === 0
    ? { done: done ?? 0, total }
    : { done: Math.floor((100 * (done ?? 0)) / total), total: 100 };

const kindIn = (input: Input): LinkFindingKind => {
  const kind = optionalChoiceIn(input, 'kind', LINK_FINDING_KINDS);
  if (kind === undefined) throw fieldError('kind', 'Say which kind of findings.');
  return kind;
};
