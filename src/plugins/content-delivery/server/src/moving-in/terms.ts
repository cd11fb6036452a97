import { slugFromName } from '../../../contract';
import { newDocumentId, websiteScope } from '../freshness/revisions';
import { isBlank } from '../rules/formats';
import { UIDS } from '../uids';
import type { Move } from './context';
import { asRelation, type Entries } from './entries';
import type { Ids } from './ids';
import type { IncomingTerm } from './incoming';
import { digestOf } from './memory';
import { createTexts, shown } from './texts';
import type { Outcome } from './writer';

type Kind = IncomingTerm['kind'];

interface KnownTerm {
  documentId: string;
  name: string;
}

/** Categories and tags: unique by the address that front ends derive from the name. */
export const createTerms = async (move: Move, entries: Entries, ids: Ids) => {
  const { strapi, report, memory, website } = move;
  const byAddress: Record<Kind, Map<string, KnownTerm>> = { category: new Map(), tag: new Map() };
  for (const kind of ['category', 'tag'] as const) {
    const terms: KnownTerm[] = await strapi.db.query(UIDS[kind]).findMany({
      where: { website: { documentId: website.documentId } },
      select: ['documentId', 'name'],
    });
    for (const term of terms) byAddress[kind].set(slugFromName(term.name), term);
  }

  const store = async ({ kind, sourceId, version, id }: IncomingTerm, name: string): Promise<Outcome> => {
    const uid = UIDS[kind];
    const kept = id !== null && (await ids.free(uid, kind, [id])).has(id);
    const documentId = kept && id !== null ? id : newDocumentId();
    const now = new Date();
    const data = { name, website: asRelation(website.documentId), createdAt: now, updatedAt: now };
    const scope = websiteScope(website.documentId);
    const entry = { kind, uid, sourceId, where: name, version: digestOf(version), documentId, scope, data };
    const outcome = await entries.store({ ...entry, isLive: null }, null);
    if (outcome === 'made') byAddress[kind].set(slugFromName(name), { documentId, name });
    return outcome;
  };

  const rename = async (
    term: IncomingTerm,
    name: string,
    known: NonNullable<Awaited<ReturnType<typeof memory.find>>>,
  ): Promise<Outcome> => {
    const { kind, sourceId } = term;
    const uid = UIDS[kind];
    if (!(await entries.isUntouched(uid, known))) {
      return entries.keepTouched({ kind, uid, where: name }, known);
    }
    const data = { name, updatedAt: new Date() };
    const scope = websiteScope(website.documentId);
    const version = digestOf(term.version);
    const entry = { kind, uid, sourceId, where: name, version, documentId: known.entry, scope, data };
    const outcome = await entries.store({ ...entry, isLive: null }, known);
    if (outcome !== 'updated') return outcome;
    for (const [address, { documentId }] of byAddress[kind]) {
      if (documentId === known.entry) byAddress[kind].delete(address);
    }
    byAddress[kind].set(slugFromName(name), { documentId: known.entry, name });
    return outcome;
  };

  return {
    async bring(term: IncomingTerm): Promise<Outcome> {
      const { kind, sourceId } = term;
      const where = shown(term.name);
      const name = createTexts(report, { kind, where }).short('name', term.name);
      if (isBlank(name))
        return entries.leave(
          { kind, where: sourceId },
          `The ${kind} has no name.`,
          'Nothing, or make it here.',
        );
      const version = digestOf(term.version);
      const known = await memory.find(kind, sourceId);
      if (known?.version === version) {
        report.counted(kind, 'unchanged');
        return 'unchanged';
      }
      const same = byAddress[kind].get(slugFromName(name));
      if (same && same.documentId !== known?.entry) {
        if (same.name === name) {
          report.counted(kind, 'unchanged');
          return 'unchanged';
        }
        return entries.leave(
          { kind, where },
          `"${shown(name)}" would have the same address as the ${kind} "${shown(same.name)}" that is here. Posts get that one.`,
          'Nothing, or choose another name at the source.',
        );
      }
      return known ? rename(term, name, known) : store(term, name);
    },

    /**
     * The term that a post names; made when there is none.
     * @returns null for a name that can be none
     */
    async named(kind: Kind, name: string, where: string): Promise<string | null> {
      if (isBlank(name)) return null;
      const texts = createTexts(report, { kind: 'post', where });
      const clean = texts.short(`name of its ${kind}`, name);
      const known = byAddress[kind].get(slugFromName(clean));
      if (!known) {
        report.addRepeated({
          loss: 'note',
          kind,
          where: shown(clean),
          what: `Only posts name this ${kind}; the list of ${kind === 'category' ? 'categories' : 'tags'} does not. It was made.`,
          whatToDo: 'Nothing.',
        });
        const sourceId = `name:${clean}`;
        const outcome = await store({ kind, sourceId, version: clean, id: null, name: clean }, clean);
        return outcome === 'made' ? (byAddress[kind].get(slugFromName(clean))?.documentId ?? null) : null;
      }
      if (known.name !== clean) {
        texts.alter(
          `It names the ${kind} "${shown(clean)}", which is written "${shown(known.name)}" here.`,
          'Nothing: front ends derive the same address from both.',
        );
      }
      return known.documentId;
    },
  };
};

export type Terms = Awaited<ReturnType<typeof createTerms>>;
