import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { ActivityLine, ActivityType } from '../../../../contracts/activity';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import { checkerFor, may, readableOf, type Narrow } from '../../access/editors/rights';
import { IMPORT_PAGES } from '../../access/permissions';
import { authorsOf } from '../../content/authors';
import type { Bin } from '../../content/bin';
import { PEOPLE } from '../../freshness/activity/record';
import { accountScope, websiteScope } from '../../freshness/revisions';
import { ROLE_UID, UIDS, USER_UID, type ContentUid } from '../../platform/uids';
import type { StoredLine, VisibleLines } from './lines';
import { ownOf } from '../../../../contracts/own';

const WEBSITE = 'website:';
const ACCOUNT = 'account:';
const READ_USERS = 'admin::users.read';
const READ_ROLES = 'admin::roles.read';

/** The content type on whose rights it depends who sees a line, and the attribute that is its name. */
const TYPES: Partial<Record<ActivityType, { uid: ContentUid; name: string }>> = {
  post: { uid: UIDS.post, name: 'title' },
  'pseo-campaign': { uid: UIDS.pseoCampaign, name: 'name' },
  'pseo-page': { uid: UIDS.pseoPage, name: 'slug' },
  category: { uid: UIDS.category, name: 'name' },
  tag: { uid: UIDS.tag, name: 'name' },
  author: { uid: UIDS.author, name: 'name' },
  'internal-link': { uid: UIDS.internalLink, name: 'keyword' },
  website: { uid: UIDS.website, name: 'name' },
  account: { uid: UIDS.account, name: 'name' },
  'api-key': { uid: UIDS.website, name: 'name' },
  webhook: { uid: UIDS.website, name: 'name' },
  'purge-target': { uid: UIDS.website, name: 'name' },
  import: { uid: UIDS.pseoPage, name: 'slug' },
};

interface Place {
  id: number;
  documentId: string;
  name: string;
  account?: { id: number } | null;
}

interface EntryRow {
  id: number;
  documentId: string;
  publishedAt?: unknown;
  createdBy: unknown;
  [name: string]: unknown;
}

/** What the lines of a list are about, as far as the signed-in user may see it. */
export const createSubjects = (strapi: Core.Strapi, bin: Bin) => {
  const idsOf = async (uid: ContentUid, narrow: Narrow): Promise<string[]> => {
    const table = strapi.db.metadata.get(uid).tableName;
    const query = strapi.db.connection(table);
    narrow(query, `${table}.id`);
    return query.pluck('document_id');
  };

  const placesOf = async (uid: ContentUid, ids: readonly string[]): Promise<Map<string, Place>> => {
    const rows: Place[] = await strapi.db.query(uid).findMany({
      where: { documentId: { $in: [...new Set(ids)] } },
      select: ['id', 'documentId', 'name'],
      ...(uid === UIDS.website && { populate: { account: { select: ['id'] } } }),
    });
    return new Map(rows.map((row) => [row.documentId, row]));
  };

  /** The entries that are there, the draft where there are two versions. */
  const entriesOf = async (lines: readonly StoredLine[]): Promise<Map<string, EntryRow>> => {
    const found = new Map<string, EntryRow>();
    for (const [type, { uid, name }] of Object.entries(TYPES)) {
      const own = lines.filter((line) => line.type === type && line.entry !== null);
      if (own.length === 0 || type === 'import') continue;
      const rows: EntryRow[] = await strapi.db.query(uid).findMany({
        where: { documentId: { $in: own.map(({ entry }) => entry) } },
        select: ['id', 'documentId', name],
        populate: PERMISSION_POPULATE[uid] ?? {},
        orderBy: { id: 'desc' },
      });
      for (const row of rows) found.set(`${type} ${row.documentId}`, row);
    }
    return found;
  };

  const namedRows = async (
    uid: string,
    ids: readonly unknown[],
    key: string,
  ): Promise<Map<string, string>> => {
    if (ids.length === 0) return new Map();
    const rows: Record<string, unknown>[] = await strapi.db
      .query(uid as never)
      .findMany({ where: { [key]: { $in: [...ids] } }, select: ['id', key, 'name'] as never });
    return new Map(rows.map((row) => [String(row[key]), String(row['name'])]));
  };

  return {
    /** Which lines may be seen at all; what depends on the entry is looked at afterwards. */
    async visible(ctx: Context): Promise<VisibleLines> {
      const [websites, accounts] = [
        await readableOf(strapi, ctx, UIDS.website),
        await readableOf(strapi, ctx, UIDS.account),
      ];
      const types = (Object.entries(TYPES) as [ActivityType, { uid: ContentUid }][])
        .filter(([, { uid }]) => checkerFor(strapi, ctx, uid).can.read())
        .map(([type]) => type);
      if (may(ctx, READ_USERS)) types.push('user');
      if (may(ctx, READ_ROLES)) types.push('role');
      if (websites?.narrow === null && accounts?.narrow === null) return { types, scopes: null };
      const single: string[] = [PEOPLE];
      const prefixes: string[] = [];
      if (websites?.narrow === null) prefixes.push(WEBSITE);
      else if (websites) single.push(...(await idsOf(UIDS.website, websites.narrow)).map(websiteScope));
      if (accounts?.narrow === null) prefixes.push(ACCOUNT);
      else if (accounts) single.push(...(await idsOf(UIDS.account, accounts.narrow)).map(accountScope));
      return { types, scopes: { single, prefixes } };
    },

    /** The lines that the user may see, as the panel shows them. */
    async describe(ctx: Context, lines: readonly StoredLine[]): Promise<ActivityLine[]> {
      const idIn = (prefix: string) =>
        lines.flatMap(({ scope }) => (scope.startsWith(prefix) ? scope.slice(prefix.length) : []));
      const websites = await placesOf(UIDS.website, idIn(WEBSITE));
      const accounts = await placesOf(UIDS.account, idIn(ACCOUNT));
      const entries = await entriesOf(lines);
      const entryIds = (type: ActivityType) =>
        lines.flatMap((line) => (line.type === type && line.entry !== null ? line.entry : []));
      const imports = await namedRows(UIDS.pageImport, entryIds('import'), 'documentId');
      const roles = await namedRows(ROLE_UID, entryIds('role').map(Number), 'id');
      const userIds = entryIds('user').map(Number);
      const author = await authorsOf(strapi, [...lines.map(({ userId }) => userId), ...userIds]);
      const binned = new Map(
        (await bin.rowsOf([...entryIds('post'), ...entryIds('pseo-campaign')])).map((row) => [
          row.entry,
          row,
        ]),
      );

      return lines.flatMap((line): ActivityLine[] => {
        const { type, entry, scope } = line;
        const website = scope.startsWith(WEBSITE) ? websites.get(scope.slice(WEBSITE.length)) : undefined;
        const account = scope.startsWith(ACCOUNT) ? accounts.get(scope.slice(ACCOUNT.length)) : undefined;
        const row = entry === null ? undefined : entries.get(`${type} ${entry}`);
        const known = ownOf(TYPES, type);
        let opens: string | null = null;
        let name = line.label;
        if (known) {
          const { can } = checkerFor(strapi, ctx, known.uid);
          const createdBy = row?.createdBy ?? null;
          // As conditions of roles look at an entry.
          const asEntry = {
            ...(known.uid === UIDS.website ? website : known.uid === UIDS.account ? account : {}),
            website: website ?? null,
            account: account ?? website?.account ?? null,
            campaign: { website: website ?? null },
            createdBy,
          };
          if (!can.read(asEntry)) return [];
          const isNamed = can.read(undefined, known.name);
          // What has gone to another website keeps the name that it had.
          const readable = row && can.read(row) ? row : null;
          opens = readable?.documentId ?? null;
          if (!isNamed) name = null;
          else if (readable) name = (readable[known.name] as string | null) ?? name;
          else if (!row && entry !== null) name = binned.get(entry)?.name ?? name;
        }
        if (type === 'import' && entry !== null) {
          name = imports.get(entry) ?? null;
          if (imports.has(entry) && may(ctx, IMPORT_PAGES)) opens = entry;
        }
        if (type === 'role' && entry !== null && roles.has(entry)) {
          opens = entry;
          name = roles.get(entry) ?? name;
        }
        const person = type === 'user' && entry !== null ? author(Number(entry)) : null;
        if (person?.kind === 'user') opens = entry;
        return [
          {
            id: String(line.id),
            at: line.at.toISOString(),
            by: author(line.userId),
            source: line.source,
            action: line.action,
            type,
            count: line.amount,
            opens,
            name,
            person,
            website: website ? { documentId: website.documentId, name: website.name } : null,
          },
        ];
      });
    },

    /** The people whose lines can be asked for: who may see users, all of them. */
    async people(ctx: Context, named: () => Promise<number[]>): Promise<{ id: number; name: string }[]> {
      const mayAll = may(ctx, READ_USERS);
      const ids: number[] = mayAll
        ? await strapi.db.connection(strapi.db.metadata.get(USER_UID).tableName).pluck('id')
        : await named();
      const author = await authorsOf(strapi, ids);
      return ids
        .flatMap((id) => {
          const one = author(id);
          return one.kind === 'user' ? [{ id, name: one.name }] : [];
        })
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
    },
  };
};
