import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import {
  MAX_POSTS,
  type Replacement,
  type ReplaceQuery,
  type ReplaceScope,
} from '../../../../contracts/replacements';
import { createYielder } from '../../platform/yielder';
import { retried } from '../../platform/database/retries';
import { chunks } from '../../platform/database/statements';
import { toMilliseconds, type DatabaseDate } from '../../platform/database/values';
import { UIDS } from '../../platform/uids';
import { applyEdits } from './edits';
import { findPlaces } from './find';
import type { ReplaceJobs } from './jobs';
import type { createReplaceSearch } from './search';

/** With what the address of an uploaded file begins that only the machine of the server can open. */
const LOCAL =
  /https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(?::\d{1,5})?(?=\/uploads\/)/gi;
/** Entries that are read at a time, with their texts. */
const BATCH_SIZE = 20;

const UNPUBLISHED =
  'Its draft is changed. What is live keeps the address until the draft is published, which has other changes too.';

/** What addresses of files are found in: HTML has them in `href` and `src`. */
type FieldKind = 'html' | 'address' | 'variables';
interface Searched {
  uid: string;
  /** What an entry is called by. */
  name: string;
  fields: Readonly<Record<string, FieldKind>>;
  populate: object;
}

const WEBSITE = { website: { select: ['id', 'documentId', 'name'] } };
const SEARCHED: readonly Searched[] = [
  {
    uid: UIDS.post,
    name: 'title',
    fields: { content: 'html', featuredImageUrl: 'address' },
    populate: WEBSITE,
  },
  { uid: UIDS.pseoCampaign, name: 'name', fields: { htmlTemplate: 'html' }, populate: WEBSITE },
  {
    uid: UIDS.pseoPage,
    name: 'slug',
    fields: { html: 'html', variables: 'variables' },
    populate: { campaign: { select: ['id'], populate: WEBSITE } },
  },
];

interface WebsiteName {
  documentId: string;
  name: string;
}
interface Row extends Record<string, unknown> {
  id: number;
  documentId: string;
  publishedAt: string | null;
  updatedAt: DatabaseDate;
  website?: WebsiteName | null;
  campaign?: { website: WebsiteName | null } | null;
}

/** Addresses of local files in a field of one version of an entry. */
export interface LocalFiles {
  uid: string;
  documentId: string;
  name: string;
  website: WebsiteName | null;
  field: string;
  version: 'draft' | 'live';
  count: number;
  /** The beginnings of the addresses: `http://localhost:1337`. */
  hosts: string[];
}

export interface LocalFilesChange {
  /** Posts with another text. */
  posts: number;
  /** Entries of which something else was changed. */
  others: number;
  /** Why entries stay as they are, in sentences. */
  refusals: string[];
}

const queryFor = (host: string, to: string): ReplaceQuery => ({
  search: `${host}/uploads/`,
  replace: `${to}/uploads/`,
  matchCase: true,
  wholeWords: false,
  fields: ['addresses'],
});

const hostsIn = (text: string): string[] => [...new Set(text.match(LOCAL))];

const countIn = (kind: FieldKind, text: string, hosts: readonly string[]): number =>
  kind === 'html'
    ? hosts.reduce((sum, host) => sum + findPlaces('content', text, queryFor(host, '')).length, 0)
    : (text.match(LOCAL) ?? []).length;

const changed = (kind: FieldKind, value: unknown, to: string): unknown => {
  if (kind === 'variables') return JSON.parse(JSON.stringify(value).replace(LOCAL, () => to));
  const text = value as string;
  if (kind === 'address') return text.replace(LOCAL, () => to);
  return hostsIn(text).reduce(
    (html, host) => applyEdits(html, findPlaces('content', html, queryFor(host, to))),
    text,
  );
};

/**
 * Files in texts whose address begins with that of a local host, as it does while `PUBLIC_URL` is unset: what they are in, and
 * how they get the public address. Texts of posts are changed by runs of search and replace, which can be taken back; all
 * else as an editor would, by saving the entry, and publishing one that has no other unpublished changes.
 */
export const createLocalFiles = (
  strapi: Core.Strapi,
  search: ReturnType<typeof createReplaceSearch>,
  runs: ReplaceJobs,
) => {
  const rowsOf = (
    { uid, name, fields, populate }: Searched,
    where: object,
    limit?: number,
  ): Promise<Row[]> => {
    return strapi.db.query(uid).findMany({
      where,
      select: ['id', 'documentId', 'updatedAt', 'publishedAt', name, ...Object.keys(fields)],
      populate,
      orderBy: { id: 'asc' },
      ...(limit && { limit }),
    }) as Promise<Row[]>;
  };

  const foundIn = ({ uid, name, fields }: Searched, row: Row): LocalFiles[] =>
    Object.entries(fields).flatMap(([field, kind]) => {
      const value = row[field];
      if (!value) return [];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const hosts = hostsIn(text);
      const count = countIn(kind, text, hosts);
      return count === 0
        ? []
        : {
            uid,
            documentId: row.documentId,
            name: String(row[name] ?? row.documentId),
            website: row.website ?? row.campaign?.website ?? null,
            field,
            version: row.publishedAt === null ? 'draft' : 'live',
            count,
            hosts,
          };
    });

  async function* find(): AsyncGenerator<LocalFiles> {
    const yieldTurn = createYielder();
    for (const searched of SEARCHED) {
      let rows: Row[] = [];
      do {
        rows = await rowsOf(searched, { id: { $gt: rows.at(-1)?.id ?? 0 } }, BATCH_SIZE);
        for (const row of rows) {
          yield* foundIn(searched, row);
          await yieldTurn();
        }
      } while (rows.length === BATCH_SIZE);
    }
  }

  /** @param ended resolves when the run with this documentId has ended */
  const changeTexts = async (
    found: readonly LocalFiles[],
    to: string,
    ended: (run: string) => Promise<void>,
  ): Promise<Replacement[]> => {
    const made: Replacement[] = [];
    // One host after the other: a post may have several, and has another version after each.
    for (const host of new Set(found.flatMap(({ hosts }) => hosts))) {
      const having = found.filter(({ hosts }) => hosts.includes(host));
      const websiteOf = new Map(having.map((one) => [one.documentId, one.website?.documentId ?? '']));
      for (const ids of chunks([...websiteOf.keys()], MAX_POSTS)) {
        const websites = [...new Set(ids.flatMap((id) => websiteOf.get(id) || []))];
        const scope: ReplaceScope = { ...queryFor(host, to), websites, live: true };
        const of = { documentId: { $in: ids } };
        const posts = [];
        let after: number | null = 0;
        while (after !== null) {
          const { posts: some, next } = await search(
            scope,
            { drafts: { ...of, publishedAt: null }, live: { ...of, publishedAt: { $notNull: true } } },
            after,
          );
          posts.push(...some);
          after = next === null ? null : Number(next);
        }
        if (posts.length === 0) continue;
        const run = await runs.start(
          { ...scope, userId: null, of: null },
          posts.map(({ documentId, version, isLive }) => ({
            post: documentId,
            website: websiteOf.get(documentId) ?? '',
            live: isLive,
            version,
            skip: [],
            state: 'waiting',
            reason: null,
          })),
        );
        await ended(run.documentId);
        made.push(await runs.describe((await runs.find(run.documentId)) ?? run));
      }
    }
    return made;
  };

  /** All but the text of a post, in one entry. */
  const changeEntry = async (uid: string, documentId: string, to: string): Promise<void> => {
    const searched = SEARCHED.find((one) => one.uid === uid) as Searched;
    const rows = await rowsOf(searched, { documentId });
    // Strapi gives a date to entries without drafts too.
    const draft = rows.find(({ publishedAt }) => publishedAt === null) ?? rows[0];
    const live = rows.find((row) => row !== draft);
    if (!draft) return;
    const others = (row: Row): string[] =>
      foundIn(searched, row).flatMap((one) => (isTextOfPost(one) ? [] : one.field));
    const isModified = live && toMilliseconds(draft.updatedAt) > toMilliseconds(live.updatedAt);
    const data = Object.fromEntries(
      others(draft).map((field) => [field, changed(searched.fields[field] as FieldKind, draft[field], to)]),
    );
    await strapi.db.transaction(async () => {
      const documents = strapi.documents(uid as never);
      if (Object.keys(data).length > 0) await documents.update({ documentId, data } as never);
      if (live && !isModified && others(live).length > 0) await documents.publish({ documentId } as never);
    });
    if (isModified && others(live).length > 0) throw new errors.ApplicationError(UNPUBLISHED);
  };

  return {
    find,

    /** @param to the address of this server as readers reach it, without a slash at its end */
    async change(
      found: readonly LocalFiles[],
      to: string,
      ended: (run: string) => Promise<void>,
    ): Promise<LocalFilesChange> {
      const runs = await changeTexts(found.filter(isTextOfPost), to, ended);
      const others = new Map(
        found.flatMap((one) => (isTextOfPost(one) ? [] : [[`${one.uid} ${one.documentId}`, one]])),
      );
      const refusals = runs.flatMap(({ message }) => message ?? []);
      let changedOthers = 0;
      for (const { uid, documentId, name } of others.values()) {
        try {
          await retried(() => changeEntry(uid, documentId, to));
          changedOthers += 1;
        } catch (error) {
          if (!(error instanceof errors.ApplicationError)) throw error;
          refusals.push(`"${name}": ${error.message}`);
        }
      }
      return { posts: runs.reduce((sum, run) => sum + run.changed, 0), others: changedOthers, refusals };
    },
  };
};

const isTextOfPost = ({ uid, field }: Pick<LocalFiles, 'uid' | 'field'>): boolean =>
  uid === UIDS.post && field === 'content';
