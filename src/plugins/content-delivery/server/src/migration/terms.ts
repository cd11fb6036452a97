import { slugFromName } from '../../../contracts/delivery';
import { fitName, hasSafeAddress } from '../../../contracts/term-names';
import { newDocumentId } from '../platform/document-ids';
import { websiteScope } from '../freshness/revisions';
import { isBlank } from '../platform/formats';
import { UIDS } from '../platform/uids';
import type { MigrationContext } from './context';
import { asRelation, type Entries } from './entries';
import type { Ids } from './ids';
import type { IncomingTerm } from './incoming';
import { versionDigest } from './import-ledger';
import { createTexts, shown } from './texts';
import type { EntryOutcome } from './writer';

type Kind = IncomingTerm['kind'];

const PLURALS = { category: 'categories', tag: 'tags' } as const;

interface KnownTerm {
  documentId: string;
  name: string;
}

/** Categories and tags: unique by the address that front ends derive from the name. */
export const createTerms = async (context: MigrationContext, entries: Entries, ids: Ids) => {
  const { strapi, report, ledger, website, keepsNames } = context;
  const byAddress: Record<Kind, Map<string, KnownTerm>> = { category: new Map(), tag: new Map() };
  const byId: Record<Kind, Map<string, KnownTerm>> = { category: new Map(), tag: new Map() };
  const put = (kind: Kind, term: KnownTerm): void => {
    byAddress[kind].set(slugFromName(term.name), term);
    byId[kind].set(term.documentId, term);
  };
  for (const kind of ['category', 'tag'] as const) {
    const terms: KnownTerm[] = await strapi.db.query(UIDS[kind]).findMany({
      where: { website: { documentId: website.documentId } },
      select: ['documentId', 'name'],
    });
    for (const term of terms) put(kind, term);
  }

  /** The name that a term gets here. One from before names needed a safe address is the same term still. */
  const nameHere = (kind: Kind, name: string): string =>
    keepsNames || byAddress[kind].has(slugFromName(name)) ? name : fitName(name, kind);

  /** Of one that is made or renamed. @param given its name at the source */
  const sayName = (kind: Kind, given: string, name: string): void => {
    const line = { kind, where: shown(given) };
    if (name !== given) {
      report.add(
        { ...line, loss: 'altered' },
        `The name "${shown(given)}" cannot be the address of a page, so it is called "${shown(name)}" here.`,
        'Give it another name here, and let the front end redirect its old address, if it had one.',
      );
    } else if (!hasSafeAddress(name)) {
      report.add(
        { ...line, loss: 'note' },
        `The name "${shown(name)}" was kept, as front ends use its address already. It cannot be the address of a page, and could not be entered here.`,
        'Give it another name here, if its page cannot be reached. Front ends must not name files by it.',
      );
    }
  };

  /**
   * By the address of its name at the source, what a term was brought in as: it may have another name here by now, or
   * be deleted. The first one of a name has it.
   */
  const broughtAs: Record<Kind, Map<string, string>> = { category: new Map(), tag: new Map() };
  const rememberName = (kind: Kind, name: string, documentId: string): void => {
    const address = slugFromName(name);
    if (!broughtAs[kind].has(address)) broughtAs[kind].set(address, documentId);
  };

  /** What a name of the source was brought in as, in this run or before; null for nothing. */
  const wasBroughtAs = async (kind: Kind, name: string): Promise<string | null> => {
    const known = broughtAs[kind].get(slugFromName(name));
    if (known !== undefined || byAddress[kind].has(slugFromName(name))) return known ?? null;
    const remembered = await ledger.find(kind, onlyNamed(name));
    if (remembered) rememberName(kind, name, remembered.entry);
    return remembered?.entry ?? null;
  };

  /** Of which entry of the source each one here is, in this run: a second one gets no term here. */
  const claimed = new Map<string, string>();
  const claim = (documentId: string, sourceId: string): void =>
    void (claimed.has(documentId) || claimed.set(documentId, sourceId));
  const isClaimed = (documentId: string, sourceId: string): boolean =>
    (claimed.get(documentId) ?? sourceId) !== sourceId;

  const leaveTwin = (kind: Kind, name: string): EntryOutcome =>
    entries.leave(
      { kind, where: shown(name) },
      `The source has several ${PLURALS[kind]} with the name "${shown(name)}". They would have one address, so there is one of them here. Posts of all of them get that one.`,
      'Nothing, or rename them at the source.',
    );

  /** For one whose name is here already, and not as what it was brought in as. */
  const meet = async (
    { kind, sourceId, id }: IncomingTerm,
    name: string,
    same: KnownTerm,
  ): Promise<EntryOutcome> => {
    const where = shown(name);
    if (same.name !== name) {
      return entries.leave(
        { kind, where },
        `"${shown(name)}" would have the same address as the ${kind} "${shown(same.name)}" that is here. Posts get that one.`,
        'Nothing, or choose another name at the source.',
      );
    }
    if (isClaimed(same.documentId, sourceId)) return leaveTwin(kind, name);
    claim(same.documentId, sourceId);
    if (id !== null && id !== same.documentId) {
      report.add(
        { loss: 'altered', kind, where },
        `The website has this ${kind} already, with the id ${same.documentId}. The id ${shown(id)} was not kept.`,
        'If a front end holds the id, give it the new one.',
      );
    }
    return report.counted(kind, 'unchanged');
  };

  const store = async (
    { kind, sourceId, version, id }: IncomingTerm,
    given: string,
    name: string,
  ): Promise<EntryOutcome> => {
    const uid = UIDS[kind];
    const documentId = (await ids.kept(uid, kind, id)) ?? newDocumentId();
    const now = new Date();
    const data = { name, website: asRelation(website.documentId), createdAt: now, updatedAt: now };
    const scope = websiteScope(website.documentId);
    const entry = { kind, uid, sourceId, where: name, documentId, scope, data, isLive: null };
    const outcome = await entries.store({ ...entry, version: versionDigest(version) }, null);
    if (outcome === 'made') {
      sayName(kind, given, name);
      put(kind, { documentId, name });
      claim(documentId, sourceId);
    }
    return outcome;
  };

  const rename = async (
    term: IncomingTerm,
    given: string,
    known: NonNullable<Awaited<ReturnType<typeof ledger.find>>>,
  ): Promise<EntryOutcome> => {
    const { kind, sourceId } = term;
    const uid = UIDS[kind];
    const version = versionDigest(term.version);
    const name = nameHere(kind, given);
    if (!(await entries.isUntouched(uid, known))) {
      rememberName(kind, given, known.entry);
      return entries.keepTouched({ kind, uid, where: shown(name), version, isLive: null }, known);
    }
    const same = byAddress[kind].get(slugFromName(name));
    if (same && same.documentId !== known.entry) {
      const before = byId[kind].get(known.entry);
      report.add(
        { loss: 'altered', kind, where: shown(name) },
        `Its name was "${shown(before?.name ?? '')}" and is "${shown(name)}" at the source now. The ${kind} "${shown(same.name)}" has that address here, so it keeps its old name.`,
        'Run this again if that one has another name at the source too. Else rename one of the two here.',
      );
      return report.counted(kind, 'unchanged');
    }
    const data = { name, updatedAt: new Date() };
    const scope = websiteScope(website.documentId);
    const entry = { kind, uid, sourceId, where: name, version, documentId: known.entry, scope, data };
    const outcome = await entries.store({ ...entry, isLive: null }, known);
    if (outcome !== 'updated') return outcome;
    sayName(kind, given, name);
    rememberName(kind, given, known.entry);
    for (const [address, { documentId }] of byAddress[kind]) {
      if (documentId === known.entry) byAddress[kind].delete(address);
    }
    put(kind, { documentId: known.entry, name });
    return outcome;
  };

  return {
    async bring(term: IncomingTerm): Promise<EntryOutcome> {
      const { kind, sourceId } = term;
      const where = shown(term.name);
      const given = createTexts(report, { kind, where }).short('name', term.name);
      if (isBlank(given))
        return entries.leave(
          { kind, where: sourceId },
          `The ${kind} has no name.`,
          'Nothing, or make it here.',
        );
      const version = versionDigest(term.version);
      const known = await ledger.find(kind, sourceId);
      if (known) {
        if (isClaimed(known.entry, sourceId)) return leaveTwin(kind, given);
        claim(known.entry, sourceId);
        if (known.version !== version) return rename(term, given, known);
        rememberName(kind, given, known.entry);
        return report.counted(kind, 'unchanged');
      }
      const name = nameHere(kind, given);
      const same = byAddress[kind].get(slugFromName(name));
      if (same) {
        if (name !== given) sayName(kind, given, name);
        return meet(term, name, same);
      }
      // The first one of the name is called otherwise here, or was deleted: this is no new one either.
      return broughtAs[kind].has(slugFromName(given)) ? leaveTwin(kind, given) : store(term, given, name);
    },

    /**
     * The term that a post names; made when there is none.
     * @returns null, and a line in the report, for a name that can be none, and for a term that was deleted here
     */
    async named(kind: Kind, given: string, where: string): Promise<string | null> {
      if (isBlank(given)) return null;
      const texts = createTexts(report, { kind: 'post', where });
      const clean = texts.short(`name of its ${kind}`, given);
      if (isBlank(clean)) return null;
      const broughtIn = await wasBroughtAs(kind, clean);
      const name = nameHere(kind, clean);
      const known = byId[kind].get(broughtIn ?? '') ?? byAddress[kind].get(slugFromName(name));
      const ofPost = { loss: 'note', kind: 'post', where } as const;
      if (!known && broughtIn !== null) {
        report.addRepeated(
          ofPost,
          `The ${kind} "${shown(clean)}" was deleted here, so it came without.`,
          `Nothing, or make the ${kind} here again and choose it.`,
        );
        return null;
      }
      if (!known) {
        report.addRepeated(
          { loss: 'note', kind, where: shown(clean) },
          `Only posts name this ${kind}; the list of ${PLURALS[kind]} does not. It was made.`,
          'Nothing.',
        );
        const sourceId = onlyNamed(clean);
        const outcome = await store({ kind, sourceId, version: clean, id: null, name: clean }, clean, name);
        return outcome === 'made' ? (byAddress[kind].get(slugFromName(name))?.documentId ?? null) : null;
      }
      if (slugFromName(known.name) !== slugFromName(clean)) {
        report.addRepeated(
          ofPost,
          `It names the ${kind} "${shown(clean)}", which is called "${shown(known.name)}" here. It has that one.`,
          'Nothing.',
        );
      } else if (known.name !== clean) {
        texts.alter(
          `It names the ${kind} "${shown(clean)}", which is written "${shown(known.name)}" here.`,
          'Nothing: front ends derive the same address from both.',
        );
      }
      return known.documentId;
    },
  };
};

/** The source's id of a term that only posts name. */
const onlyNamed = (name: string): string => `name:${name}`;

export type Terms = Awaited<ReturnType<typeof createTerms>>;
