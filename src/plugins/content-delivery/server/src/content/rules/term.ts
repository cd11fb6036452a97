import { slugFromName } from '../../../../contracts/delivery';
import { fitName, hasSafeAddress } from '../../../../contracts/term-names';
import { UIDS } from '../../platform/uids';
import { keysOfOthers, patchRow, type Ref } from '../../platform/database/rows';
import { isCarriedOver } from './carried-over';
import { refuseForeignPosts } from './foreign-posts';
import { type ContentRule, refuseBlankName, type RuleServices } from './rule';
import { scopedHash } from '../../platform/scoped-hash';
import { fieldError } from '../../platform/field-errors';

interface TermRow extends Ref {
  name: string;
  uniqueKey: string | null;
  website: Ref | null;
}

const unsafeNameProblem = (name: string, instead: string): string =>
  `"${name}" cannot be the address of a page: it would lead to another folder, or has characters that nobody sees. This one would do: ${instead}`;

/** The rules of categories and of tags, which are the same. */
export const termRule = (
  { strapi }: RuleServices,
  uid: typeof UIDS.category | typeof UIDS.tag,
): ContentRule => {
  const noun = uid === UIDS.category ? 'category' : 'tag';
  const relation = uid === UIDS.category ? 'category' : 'tags';

  /** One that the website has no other term of, beside the given one. */
  const freeName = async (name: string, website: Ref, documentId: string): Promise<string> => {
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name} ${number}`;
      const key = scopedHash(website.documentId, slugFromName(candidate));
      if ((await keysOfOthers(strapi, uid, [key], documentId)).size === 0) return candidate;
    }
  };

  return {
    uid,
    guarded: ['name', 'website', 'uniqueKey'],

    validateInput: (write) => refuseBlankName(write, `A ${noun}`),

    async loadPrevious(where) {
      const row: Pick<TermRow, 'name'> | null = await strapi.db
        .query(uid)
        .findOne({ where, select: ['name'] });
      return { name: row?.name };
    },

    async validateStored(id, _write, before) {
      const term: TermRow = await strapi.db.query(uid).findOne({
        where: { id },
        select: ['id', 'documentId', 'name', 'uniqueKey'],
        populate: { website: { select: ['id', 'documentId'] } },
      });
      if (!term.website) throw fieldError('website', `A ${noun} belongs to a website. Choose one.`);

      if (!hasSafeAddress(term.name) && before['name'] !== term.name && !isCarriedOver()) {
        const instead = await freeName(fitName(term.name, noun), term.website, term.documentId);
        throw fieldError('name', unsafeNameProblem(term.name, instead));
      }
      const derived = slugFromName(term.name);
      const key = scopedHash(term.website.documentId, derived);
      if ((await keysOfOthers(strapi, uid, [key], term.documentId)).size > 0) {
        throw fieldError(
          'name',
          `The website already has a ${noun} with the address "${derived}". Choose a name that differs by more than case and spaces.`,
        );
      }
      await refuseForeignPosts(strapi, relation, term.id, term.website);
      if (key !== term.uniqueKey) await patchRow(strapi, uid, { id }, { uniqueKey: key });
    },
  };
};
