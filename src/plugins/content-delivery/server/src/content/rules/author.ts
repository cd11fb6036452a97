import { UIDS } from '../../platform/uids';
import { isBlank, webAddressProblem } from '../../platform/formats';
import { patchRow, type Ref } from '../../platform/database/rows';
import { scopedHash } from '../../platform/scoped-hash';
import { fieldError } from '../../platform/field-errors';
import { chosenSlug } from './chosen-slug';
import { isCloneWithoutSlug } from './clones';
import { refuseForeignPosts } from './foreign-posts';
import { firstFreeSlug, slugFromTitle } from './free-slug';
import { type ContentRule, refuseBlankName, refuseLongText, type RuleServices } from './rule';
import { slugsTakenFrom } from './taken-slugs';

interface AuthorRow extends Ref {
  name: string;
  slug: string | null;
  uniqueKey: string | null;
  website: Ref | null;
}

/** In characters. Lists with authors have the text of one with each of their posts. */
const MAX_BIO_LENGTH = 2_000;
/** Of names that have no letter or digit. */
const NAMELESS = 'author';

export const authorRule = ({ strapi }: RuleServices): ContentRule => {
  /** The one that was given, else a free one of the name. */
  const chooseSlug = async (author: AuthorRow, website: Ref, isClone: boolean): Promise<string> => {
    const { name, slug } = author;
    const takenAmong = slugsTakenFrom(strapi, UIDS.author, website, author);
    const ofName = slugFromTitle(name, NAMELESS);
    if (slug === null || isBlank(slug)) return firstFreeSlug(ofName, takenAmong);
    return chosenSlug({ slug, otherwise: () => ofName, noun: 'author', isClone, takenAmong });
  };

  return {
    uid: UIDS.author,
    guarded: ['name', 'slug', 'url', 'website', 'uniqueKey'],

    validateInput(write) {
      refuseBlankName(write, 'An author');
      refuseLongText(write, 'bio', MAX_BIO_LENGTH);
      const { url } = write.data;
      const problem = typeof url === 'string' && url !== '' ? webAddressProblem(url) : null;
      if (problem) throw fieldError('url', problem);
    },

    async validateStored(id, { kind }) {
      const author: AuthorRow = await strapi.db.query(UIDS.author).findOne({
        where: { id },
        select: ['id', 'documentId', 'name', 'slug', 'uniqueKey'],
        populate: { website: { select: ['id', 'documentId'] } },
      });
      const { website } = author;
      if (!website) throw fieldError('website', 'An author belongs to a website. Choose one.');
      await refuseForeignPosts(strapi, 'author', id, website);

      const slug = await chooseSlug(author, website, kind === 'create' && isCloneWithoutSlug());
      const uniqueKey = scopedHash(website.documentId, slug);
      if (slug !== author.slug || uniqueKey !== author.uniqueKey) {
        await patchRow(strapi, UIDS.author, { id }, { slug, uniqueKey });
      }
      return { slug };
    },
  };
};
