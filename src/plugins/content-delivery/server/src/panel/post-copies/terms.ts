import type { Core } from '@strapi/strapi';
import { slugFromName } from '../../../../contracts/delivery';
import type { CopiedTerm } from '../../../../contracts/post-copies';
import type { Checker } from '../../access/editors/checker';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import type { Ref } from '../../platform/database/rows';
import { scopedHash } from '../../platform/scoped-hash';
import { UIDS } from '../../platform/uids';

/** The post's relations to terms. */
export const TERM_FIELDS = { category: UIDS.category, tags: UIDS.tag } as const;
export type TermField = keyof typeof TERM_FIELDS;

/** A term as the copy gets it. */
export interface PlannedTerm extends CopiedTerm {
  /** Of the website's own; null for one that is to be made, or left out. */
  documentId: string | null;
}

interface TermRow extends Ref {
  name: string;
  uniqueKey: string | null;
}

/** As conditions of roles look at an entry that is to be made. */
export interface NewEntry {
  website: { id: Ref['id'] };
  createdBy: unknown;
}

/**
 * What becomes of a post's categories or tags on another website: compared by the address that front ends derive, as
 * the rules of the types do.
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
  // A name that the user may not read is not told, nor written elsewhere.
  const terms = given.flatMap((documentId) => {
    const row = rows.find((one) => one.documentId === documentId);
    return row && checker.can.read(row) ? [row] : [];
  });
  const keyOf = ({ name }: TermRow): string => scopedHash(website.documentId, slugFromName(name));
  const own: TermRow[] = await strapi.db
    .query(uid)
    .findMany({ where: { uniqueKey: { $in: terms.map(keyOf) } }, populate });
  const mayMake =
    checker.can.create(newEntry) &&
    !['name', 'website'].some((attribute) => checker.cannot.create(newEntry, attribute));
  return terms.map((term) => {
    const match = own.find(({ uniqueKey }) => uniqueKey === keyOf(term));
    if (match && checker.can.read(match)) {
      return { field, name: match.name, becomes: 'matched', documentId: match.documentId };
    }
    const becomes = match === undefined && mayMake ? 'made' : 'left-out';
    return { field, name: term.name, becomes, documentId: null };
  });
};
