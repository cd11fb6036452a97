import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { BinnedEntry, BinList } from '../../../../contracts/bin';
import { checkerFor } from '../../access/editors/rights';
import type { Permission } from '../../access/editors/checker';
import { isGone, type Bin, type Binned } from '../../content/bin';
import { documentIdOf, userIdOf } from '../../platform/panel-requests';
import { isId } from '../../platform/document-ids';
import { fieldError } from '../../platform/field-errors';
import { UIDS, USER_UID } from '../../platform/uids';
import { authorsOf } from '../../content/authors';
import { DAY } from '../../platform/durations';
import { titleAttributeOf } from '../layouts/title-attribute';
import { rowCursorIn } from '../row-cursor';

/** Entries that one answer has. */
const PAGE_SIZE = 50;
/** Rows that are read at a time, of which the user may see some. */
const READ_SIZE = 200;

interface Website {
  id: number;
  documentId: string;
  name: string;
}

/** As conditions of roles look at an entry. */
interface AsEntry {
  website: Website;
  createdBy: unknown;
}

/** What was deleted, for those who may read its type, on the websites that they may see. */
export const createBinController = (strapi: Core.Strapi, bin: Bin) => {
  const asEntries = async (rows: readonly Binned[]): Promise<Map<string, AsEntry>> => {
    const websites: Website[] = await strapi.db.query(UIDS.website).findMany({
      where: { documentId: { $in: [...new Set(rows.map(({ website }) => website))] } },
      select: ['id', 'documentId', 'name'],
    });
    const creators: { id: number }[] = await strapi.db.query(USER_UID).findMany({
      where: { id: { $in: [...new Set(rows.flatMap(({ creatorId }) => creatorId ?? []))] } },
      populate: { roles: true },
    });
    return new Map(
      rows.flatMap(({ entry, website, creatorId }): [string, AsEntry][] => {
        const own = websites.find(({ documentId }) => documentId === website);
        if (!own) return [];
        return [[entry, { website: own, createdBy: creators.find(({ id }) => id === creatorId) ?? null }]];
      }),
    );
  };

  const may = (ctx: Context, { type }: Binned, right: Permission, entry: AsEntry): boolean =>
    checkerFor(strapi, ctx, type).can[right](entry);

  /** The deleted entry of the path, if the signed-in user may do this to it. */
  const entryFor = async (ctx: Context, right: 'create' | 'delete'): Promise<Binned> => {
    const documentId = documentIdOf(ctx);
    const found = isId(documentId) ? await bin.find(documentId) : null;
    const entry = found && (await asEntries([found])).get(found.entry);
    if (!found || !entry || !may(ctx, found, 'read', entry)) throw isGone();
    if (!may(ctx, found, right, entry)) throw new errors.ForbiddenError();
    return found;
  };

  return {
    async list(ctx: Context) {
      const shown: { row: Binned; entry: AsEntry }[] = [];
      const website = websiteIn(ctx.query['website']);
      let before = rowCursorIn(ctx.query, 'before');
      let isLast = false;
      while (shown.length <= PAGE_SIZE && !isLast) {
        const rows = await bin.list(before, READ_SIZE, website);
        const entries = await asEntries(rows);
        for (const row of rows) {
          const entry = entries.get(row.entry);
          if (entry && may(ctx, row, 'read', entry)) shown.push({ row, entry });
        }
        before = rows[rows.length - 1]?.id ?? null;
        isLast = rows.length < READ_SIZE;
      }
      const page = shown.slice(0, PAGE_SIZE);
      const showsWebsites = checkerFor(strapi, ctx, UIDS.website).can.read(undefined, 'name');
      const by = await authorsOf(
        strapi,
        page.map(({ row }) => row.userId),
      );
      const data: BinList = {
        entries: page.map(({ row, entry }): BinnedEntry => ({
          documentId: row.entry,
          type: row.type,
          name: checkerFor(strapi, ctx, row.type).can.read(entry, titleAttributeOf(row.type)) ? row.name : '',
          website: { documentId: row.website, name: showsWebsites ? entry.website.name : '' },
          deletedAt: row.at.toISOString(),
          deletedBy: by(row.userId),
          keptUntil: new Date(row.at.getTime() + bin.days * DAY).toISOString(),
          mayBringBack: may(ctx, row, 'create', entry),
          mayDelete: may(ctx, row, 'delete', entry),
        })),
        next: shown.length > PAGE_SIZE ? String(page[page.length - 1]?.row.id) : null,
      };
      ctx.body = { data };
    },

    async bringBack(ctx: Context) {
      const { entry } = await entryFor(ctx, 'create');
      ctx.body = { data: await bin.bringBack(entry, userIdOf(ctx)) };
    },

    async remove(ctx: Context) {
      const { entry } = await entryFor(ctx, 'delete');
      await bin.deleteForGood([entry]);
      ctx.body = { data: null };
    },
  };
};

const websiteIn = (value: unknown): string | null => {
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && isId(value)) return value;
  throw fieldError('website', '"website" must be the documentId of a website.');
};
