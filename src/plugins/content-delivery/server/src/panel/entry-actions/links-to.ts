import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { chunks } from '../../platform/database/statements';
import { tablesOf } from '../../platform/database/tables';
import { unindexed } from '../../platform/database/unindexed';
import { readAddress } from '../links/addresses';
import { attributeValue } from '../../platform/html/references';
import { createYielder } from '../../platform/yielder';

/** Posts that one statement searches. On SQLite it is another process that does. */
const BATCH_SIZE = 2_000;
/** Posts whose texts are handed over at once, for which requests wait. */
const READ_AT_ONCE = 50;

/** An address that posts may link to. */
export interface Target {
  slug: string;
  /** Of its website; null where only relative addresses can be meant. */
  host: string | null;
}

const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** Whether an address, in a text or a link rule, leads to a target. Under which path a front end shows it is not known. */
const leadsTo = (written: string, { slug, host }: Target): boolean => {
  const address = readAddress(written);
  if (!address || (address.host !== null && address.host !== host)) return false;
  return address.path === slug || address.path.endsWith(`/${slug}`);
};

const hasLinkTo = (html: string, targets: readonly Target[]): boolean => {
  for (const [, double, single, bare] of html.matchAll(HREF)) {
    const address = attributeValue(double ?? single ?? bare ?? '');
    if (targets.some((target) => leadsTo(address, target))) return true;
  }
  return false;
};

/** What has each slug in it, plain or percent-encoded. */
const containing =
  (column: string, targets: readonly Target[]) =>
  (which: Knex.QueryBuilder): void => {
    for (const { slug } of targets) {
      for (const text of new Set([slug, encodeURIComponent(slug), encodeURI(slug)])) {
        void which.orWhereRaw("?? like ? escape '!'", [column, `%${text.replace(/[!%_]/g, '!$&')}%`]);
      }
    }
  };

/**
 * The live posts of a website that link to one of the targets.
 * @param website row number
 * @param except documentIds of posts that do not count
 */
export const postsLinkingTo = async (
  strapi: Core.Strapi,
  website: number,
  targets: readonly Target[],
  except: ReadonlySet<string>,
): Promise<{ id: number; documentId: string }[]> => {
  const { posts, postWebsite } = tablesOf(strapi);
  const sql = strapi.db.connection;
  const found: { id: number; documentId: string }[] = [];
  const yieldTurn = createYielder();
  for (let after = 0; ;) {
    const ids: number[] = await sql(`${posts} as p`)
      .join(`${postWebsite.table} as pw`, `pw.${postWebsite.from}`, 'p.id')
      .where(unindexed(sql, `pw.${postWebsite.to}`), '=', website)
      .whereNotNull('p.published_at')
      .where('p.id', '>', after)
      .orderBy('p.id')
      .limit(BATCH_SIZE)
      .pluck('p.id');
    const matching: number[] = await sql(posts)
      .whereIn('id', ids)
      .where(containing('content', targets))
      .orderBy('id')
      .pluck('id');
    for (const some of chunks(matching, READ_AT_ONCE)) {
      const rows: { id: number; document_id: string; content: string | null }[] = await sql(posts)
        .whereIn('id', some)
        .orderBy('id')
        .select('id', 'document_id', 'content');
      for (const { id, document_id: documentId, content } of rows) {
        await yieldTurn();
        if (!except.has(documentId) && hasLinkTo(content ?? '', targets)) found.push({ id, documentId });
      }
    }
    const last = ids[ids.length - 1];
    if (last === undefined || ids.length < BATCH_SIZE) return found;
    after = last;
  }
};

/** The link rules of an account that lead to one of the targets. @param account row number */
export const rulesLeadingTo = async (
  strapi: Core.Strapi,
  account: number,
  targets: readonly Target[],
): Promise<number[]> => {
  const { internalLinks, internalLinkAccount } = tablesOf(strapi);
  const rows: { id: number; url: string | null }[] = await strapi.db
    .connection(`${internalLinks} as l`)
    .join(`${internalLinkAccount.table} as la`, `la.${internalLinkAccount.from}`, 'l.id')
    .where(`la.${internalLinkAccount.to}`, account)
    .where(containing('l.url', targets))
    .select('l.id', 'l.url');
  return rows.flatMap(({ id, url }) => (targets.some((target) => leadsTo(url ?? '', target)) ? id : []));
};
