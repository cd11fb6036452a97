import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import type { LinkedEntryType, LinkFindingKind } from '../../../../contracts/links';
import { readableOf, type Readable } from '../../access/editors/rights';
import { tablesOf } from '../../platform/database/tables';
import { UIDS } from '../../platform/uids';
import { LINK_FINDING_MODEL } from './model';

/** An account of websites that the user may see. */
export interface SeenAccount {
  documentId: string;
  /** Null where the user may not read it. */
  name: string | null;
  websites: { id: number; documentId: string; name: string }[];
}

/** What a user may see of what a check has found. */
export interface VisibleLinks {
  accounts: SeenAccount[];
  types: Record<LinkedEntryType, Readable | null>;
}

/** Attributes that findings of a kind show, by the type of their entry. */
const SHOWN_IN_FINDINGS: Record<LinkedEntryType, Partial<Record<LinkFindingKind, readonly string[]>>> = {
  post: { 'dead-link': ['title', 'content'], 'unlinked-post': ['title'] },
  'pseo-page': { 'dead-link': ['slug', 'html'] },
  'internal-link': { 'dead-rule': ['keyword', 'url'], 'unused-keyword': ['keyword', 'url'] },
};

/** @returns no accounts for a user who may see no website */
export const visibleLinksOf = async (strapi: Core.Strapi, ctx: Context): Promise<VisibleLinks> => {
  const [websites, accounts, posts, pages, links] = [
    await readableOf(strapi, ctx, UIDS.website),
    await readableOf(strapi, ctx, UIDS.account),
    await readableOf(strapi, ctx, UIDS.post),
    await readableOf(strapi, ctx, UIDS.pseoPage),
    await readableOf(strapi, ctx, UIDS.internalLink),
  ];
  return {
    accounts: websites?.shows('name') ? await accountsOf(strapi, websites, accounts) : [],
    types: { post: posts, 'pseo-page': pages, 'internal-link': links },
  };
};

const accountsOf = async (
  strapi: Core.Strapi,
  websites: Readable,
  accounts: Readable | null,
): Promise<SeenAccount[]> => {
  const tables = tablesOf(strapi);
  const sql = strapi.db.connection;
  const seen = sql(`${tables.websites} as w`)
    .join(`${tables.websiteAccount.table} as wa`, `wa.${tables.websiteAccount.from}`, 'w.id')
    .join(`${tables.accounts} as a`, 'a.id', `wa.${tables.websiteAccount.to}`)
    .orderBy(['a.name', 'a.id', 'w.name', 'w.id'])
    .select('a.id as account', 'a.document_id as accountId', 'a.name as accountName')
    .select('w.id', 'w.document_id as documentId', 'w.name');
  websites.narrow?.(seen, 'w.id');
  const rows: {
    account: number;
    accountId: string;
    accountName: string;
    id: number;
    documentId: string;
    name: string;
  }[] = await seen;
  const named = sql(tables.accounts);
  accounts?.narrow?.(named, `${tables.accounts}.id`);
  const names = new Set<number>(accounts?.shows('name') ? await named.pluck('id') : []);
  const found = new Map<string, SeenAccount>();
  for (const { account, accountId, accountName, id, documentId, name } of rows) {
    const known = found.get(accountId) ?? {
      documentId: accountId,
      name: names.has(account) ? accountName : null,
      websites: [],
    };
    known.websites.push({ id, documentId, name });
    found.set(accountId, known);
  }
  return [...found.values()];
};

/** @param account documentId @throws NotFoundError */
export const seenAccount = ({ accounts }: VisibleLinks, account: string): SeenAccount => {
  const seen = accounts.find(({ documentId }) => documentId === account);
  if (!seen) throw new errors.NotFoundError('There is no such account, or none of its websites is yours.');
  return seen;
};

/** The findings of a check that the user may see: of their websites, in entries that are there and that they may read. */
export const visibleFindings = (
  strapi: Core.Strapi,
  { types }: VisibleLinks,
  run: string,
  kind: LinkFindingKind,
  websites: readonly string[],
): Knex.QueryBuilder => {
  const { posts, pages, internalLinks } = tablesOf(strapi);
  const sql = strapi.db.connection;
  const tables: Record<LinkedEntryType, { table: string; isPublished: boolean }> = {
    post: { table: posts, isPublished: true },
    'pseo-page': { table: pages, isPublished: true },
    'internal-link': { table: internalLinks, isPublished: false },
  };
  const readable = (Object.keys(tables) as LinkedEntryType[]).filter((type) =>
    SHOWN_IN_FINDINGS[type][kind]?.every((attribute) => types[type]?.shows(attribute)),
  );
  return sql(`${LINK_FINDING_MODEL.tableName} as f`)
    .where({ 'f.run': run, 'f.kind': kind })
    .where((place) => void place.whereNull('f.website').orWhereIn('f.website', [...websites]))
    .where((any) => {
      void any.whereRaw('1 = 0');
      for (const type of readable) {
        const { table, isPublished } = tables[type];
        void any.orWhere((one) => {
          void one.where('f.type', type).whereExists((entry) => {
            void entry
              .select(sql.raw('1'))
              .from(`${table} as e`)
              .whereRaw('?? = ??', ['e.document_id', 'f.entry']);
            if (isPublished) void entry.whereNotNull('e.published_at');
            types[type]?.narrow?.(entry, 'e.id');
          });
        });
      }
    });
};

/** How many they are. */
export const countFindings = async (...of: Parameters<typeof visibleFindings>): Promise<number> => {
  const [row] = (await visibleFindings(...of).count({ count: 'f.id' })) as { count: number | string }[];
  return Number(row?.count ?? 0);
};
