import { slugFromName } from '../../../../contracts/delivery';
import { UIDS } from '../../platform/uids';
import { keysOfOthers, patchRow, type Ref } from '../../platform/database/rows';
import { refuseForeignPosts } from './foreign-posts';
import { type ContentRule, refuseBlankName, type RuleServices } from './rule';
import { scopedHash } from '../../platform/scoped-hash';
import { fieldError } from '../../platform/field-errors';

interface TermRow extends Ref {
  name: string;
  uniqueKey: string | null;
  website: Ref | null;
}

/** The rules of categories and of tags, which are the same. */
export const termRule = (
  { strapi }: RuleServices,
  uid: typeof UIDS.category | typeof UIDS.tag,
): ContentRule => {
  const noun = uid === UIDS.category ? 'category' : 'tag';
  const relation = uid === UIDS.category ? 'category' : 'tags';

  return {
    uid,
    guarded: ['name', 'website', 'uniqueKey'],

    validateInput: (write) => refuseBlankName(write, `A ${noun}`),

    async validateStored(id) {
      const term: TermRow = await strapi.db.query(uid).findOne({
        where: { id },
        select: ['id', 'documentId', 'name', 'uniqueKey'],
        populate: { website: { select: ['id', 'documentId'] } },
      });
      if (!term.website) throw fieldError('website', `A ${noun} belongs to a website. Choose one.`);

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
      return {};
    },
  };
};
