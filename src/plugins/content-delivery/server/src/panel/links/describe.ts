import type { Core } from '@strapi/strapi';
import type { LinkedEntryType, LinkFinding, LinkTargetState } from '../../../../contracts/links';
import type { History } from '../../content/history';
import { tablesOf } from '../../platform/database/tables';
import { pathOf } from './judge';
import type { VisibleLinks } from './visible-links';
import type { Site } from './scope';
import type { NewFinding } from './store';
import { createTargets, type FoundTarget } from './targets';

export interface StoredFinding extends NewFinding {
  id: number;
}

type Names = ReadonlyMap<string, string>;

/** Findings in words: where each link leads is looked up once more, as drafts come and go without a trace. */
export const createDescription = (strapi: Core.Strapi, history: Pick<History, 'newest'>) => {
  const lookUp = createTargets(strapi);
  const { posts, pages, internalLinks } = tablesOf(strapi);
  const TABLES: Record<LinkedEntryType, [table: string, name: string]> = {
    post: [posts, 'title'],
    'pseo-page': [pages, 'slug'],
    'internal-link': [internalLinks, 'keyword'],
  };

  /** Of entries that the user may read. */
  const namesOf = async (
    { types }: VisibleLinks,
    type: LinkedEntryType,
    entries: readonly string[],
  ): Promise<Names> => {
    const [table, name] = TABLES[type];
    const readable = types[type];
    if (!readable?.shows(name) || entries.length === 0) return new Map();
    const query = strapi.db.connection(table).whereIn('document_id', [...entries]);
    readable.narrow?.(query, `${table}.id`);
    const rows: { document_id: string; name: string | null }[] = await query
      .orderBy('id')
      .select('document_id', `${name} as name`);
    return new Map(rows.map((row) => [row.document_id, row.name ?? '']));
  };

  const namesOfAll = async (
    visible: VisibleLinks,
    entries: readonly { type: LinkedEntryType; documentId: string }[],
  ): Promise<Names> => {
    const names = new Map<string, string>();
    for (const type of Object.keys(TABLES) as LinkedEntryType[]) {
      const ids = entries.flatMap((entry) => (entry.type === type ? entry.documentId : []));
      for (const [id, name] of await namesOf(visible, type, ids)) names.set(id, name);
    }
    return names;
  };

  return async (
    visible: VisibleLinks,
    sites: readonly Site[],
    findings: readonly StoredFinding[],
  ): Promise<LinkFinding[]> => {
    const paths = findings.map(({ website, address, state }) => {
      const site = sites.find(({ documentId }) => documentId === website);
      return state !== null && site && address !== null ? pathOf({ site, address }, sites) : null;
    });
    const known = paths.flatMap((path, index) => (path ? [{ path, index }] : []));
    const targets: (FoundTarget | null)[] = findings.map(() => null);
    (await lookUp(known.map(({ path }) => path))).forEach((target, place) => {
      targets[known[place]?.index as number] = target;
    });
    const found = targets.filter((target) => target !== null);
    const names = await namesOfAll(visible, [
      ...findings.map(({ type, entry }) => ({ type, documentId: entry })),
      ...found,
    ]);
    const published = await history.newest(found.map(({ documentId }) => documentId));

    const stateOf = (stored: StoredFinding['state'], target: FoundTarget | null): LinkTargetState | null => {
      if (stored === null) return null;
      if (target?.isLive) return 'live';
      // Drafts are named to users who may read them.
      if (target && names.has(target.documentId)) {
        return published.has(target.documentId) ? 'unpublished' : 'draft';
      }
      return stored === 'deleted' ? 'deleted' : 'missing';
    };

    return findings.map(({ id, kind, type, entry, website, address, state, pages: count }, index) => {
      const target = targets[index] ?? null;
      const site = sites.find(({ documentId }) => documentId === website);
      return {
        id: String(id),
        kind,
        entry: { type, documentId: entry, name: names.get(entry) ?? '' },
        website: site ? { documentId: site.documentId, name: site.name } : null,
        address,
        state: stateOf(state, target),
        target:
          target && names.has(target.documentId)
            ? {
                type: target.type,
                documentId: target.documentId,
                name: names.get(target.documentId) as string,
              }
            : null,
        pages: count,
      };
    });
  };
};
