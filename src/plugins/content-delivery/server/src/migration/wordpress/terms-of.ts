import type { Item } from './file';
import { plainText } from './plain-text';

export interface ItemTerms {
  /** The main one first. */
  categories: string[];
  tags: string[];
  /** Names of taxonomies that there are none of here. */
  otherTaxonomies: string[];
}

/** Where SEO plugins keep the number of a post's main category. */
const PRIMARY = [
  '_yoast_wpseo_primary_category',
  'rank_math_primary_category',
  '_seopress_robots_primary_cat',
];

/** @param categoryOf the nicename of a category by its number */
export const termsOf = ({ terms, meta }: Item, categoryOf: ReadonlyMap<string, string>): ItemTerms => {
  const named = (taxonomy: string) =>
    terms
      .filter((term) => term.taxonomy === taxonomy)
      .map(({ name, nicename }) => ({ nicename, name: plainText(name) || nicename }));
  const categories = named('category');
  const wanted = PRIMARY.map((key) => categoryOf.get(meta.get(key)?.trim() ?? '')).find(
    (one) => one !== undefined,
  );
  const main = categories.find(({ nicename }) => nicename === wanted) ?? categories[0];
  // WXR 1.0 has every term once more without a taxonomy.
  const known = new Set(['category', 'post_tag', '']);
  const others = terms.map(({ taxonomy }) => taxonomy).filter((taxonomy) => !known.has(taxonomy));
  return {
    categories: [...(main ? [main] : []), ...categories.filter((one) => one !== main)].map(
      ({ name }) => name,
    ),
    tags: named('post_tag').map(({ name }) => name),
    otherTaxonomies: [...new Set(others)],
  };
};
