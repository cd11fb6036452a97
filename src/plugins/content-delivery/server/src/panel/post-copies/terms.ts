import type { Core } from '@strapi/strapi';
import { slugFromName } from '../../../../contracts/delivery';
import { fitName } from '../../../../contracts/term-names';
import type { CopiedTerm } from '../../../../contracts/post-copies';
import type { Checker } from '../../access/editors/checker';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import type { Ref } from '../../platform/database/rows';
import { scopedHash } from '../../platform/scoped-hash';
import { UIDS } from '../../platform/uids';

/** The post's relations to terms, and to its author, who is treated alike. */
export const TERM_FIELDS = { category: UIDS.category, tags: UIDS.tag, author: UIDS.author } as const;
export type TermField = keyof typeof TERM_FIELDS;

const NOUNS = { category: 'category', tags: 'tag' } as const;

/** What one that is made gets beside its name. */
const DATA: Record<TermField, readonly (keyof TermRow)[]> = {
  category: [],
  tags: [],
  author: ['slug', 'url', 'bio'],
};

/** A term as the copy gets it. */
export interface PlannedTerm extends CopiedTerm {
  /** Of the website's own; null for one that is to be made, or left out. */
  documentId: string | null;
  /** Of one that is to be made. */
  data: Record<string, unknown>;
}

interface TermRow extends Ref {
  name: string;
  uniqueKey: string | null;
  /** Of authors. */
  slug?: string | null;
  url?: string | null;
  bio?: string | null;
}

/** As conditions of roles look at an entry that is to be made. */
export interface NewEntry {
  website: { id: Ref['id'] };
  createdBy: unknown;
}

/**
 * What becomes of a post's categories, tags or author on another website: compared by the address that front ends derive, an
 * author by the slug, as the rules of the types do.
 * @param given documentIds, in the post's order
 */
export const planTerms = async (
  strapi: Core.Strapi,
  checker: Checker,
  field: TermField,
  given: readonly string[],
  website: Ref,
  { ...newEntry }: NewEntry,
): Promise<PlannedTerm[]> => {
  const uid = TERM_FIELDS[field];
  if (given.length === 0 || checker.cannot.read(undefined, 'name')) return [];
  const populate = PERMISSION_POPULATE[uid] as object;
  const rows: TermRow[] = await strapi.db
    .query(uid)
    .findMany({ where: { documentId: { $in: [...given] } }, populate });
  // A name that the user may not read is not shown, nor written elsewhere.
  const terms = given.flatMap((documentId) => {
    const row = rows.find((one) => one.documentId === documentId);
    if (!row || !checker.can.read(row)) return [];
    // A name from before names needed an address is not made once more.
    return [field === 'author' ? row : { ...row, name: fitName(row.name, NOUNS[field]) }];
  });
  const keyOf = ({ name, slug }: TermRow): string =>
    scopedHash(website.documentId, slug ?? slugFromName(name));
  const own: TermRow[] = await strapi.db
    .query(uid)
    .findMany({ where: { uniqueKey: { $in: terms.map(keyOf) } }, populate });
  const mayMake =
    checker.can.create(newEntry) &&
    !['name', 'website'].some((attribute) => checker.cannot.create(newEntry, attribute));
  return terms.map((term) => {
    const match = own.find(({ uniqueKey }) => uniqueKey === keyOf(term));
    if (match && checker.can.read(match)) {
      return { field, name: match.name, becomes: 'matched', documentId: match.documentId, data: {} };
    }
    const becomes = match === undefined && mayMake ? 'made' : 'left-out';
    const copied = DATA[field].filter(
      (name) => checker.can.read(term, name) && checker.can.create(newEntry, name),
    );
    const data = Object.fromEntries(copied.map((name) => [name, term[name]]));
    return { field, name: term.name, becomes, documentId: null, data };
  });
};
