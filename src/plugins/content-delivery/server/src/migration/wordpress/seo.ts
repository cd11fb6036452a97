import { plainText } from './plain-text';
import { textIn } from './serialized';

/** The values of SEO plugins' variables, as far as an export has them. */
export interface SeoValues {
  title: string;
  siteTitle: string;
  tagline: string;
  category: string;
  /** Written by hand; empty where WordPress makes one of the content. */
  excerpt: string;
  keyword: string;
}

export interface SeoText {
  text: string | null;
  /** Variables that an export does not explain; the text then falls back to its default. */
  unknown: string[];
  /** Whether the sign between title and name of the website was put in, which an export does not say. */
  hasSeparator: boolean;
  /** The custom field that it was taken from. */
  field?: string;
}

export interface SeoTexts {
  title: SeoText;
  description: SeoText;
}

const SEPARATOR = '-';
/** How plugins write variables. */
const YOAST = /%%([\w-]+)%%/g;
const RANK_MATH = /%([a-z_]+)(?:\([^()%]*\))?%/gi;
const AIOSEO =
  /#((?:custom_field|tax_name)-[\w-]+|[a-z]+(?:_[a-z]+)+|(?:tagline|categories|permalink)(?![\w-]))/gi;
const NEVER = /(?!)/g;
const NONE: SeoText = { text: null, unknown: [], hasSeparator: false };

interface Plugin {
  title: string;
  description: string;
  variable: RegExp;
  /** Both stand in one field, as PHP writes arrays. */
  isSerialized?: boolean;
}

/** Where plugins keep their texts, and how they write variables. The first that has one counts. */
const PLUGINS: readonly Plugin[] = [
  { title: '_yoast_wpseo_title', description: '_yoast_wpseo_metadesc', variable: YOAST },
  { title: 'rank_math_title', description: 'rank_math_description', variable: RANK_MATH },
  { title: '_aioseo_title', description: '_aioseo_description', variable: AIOSEO },
  {
    title: '_aioseop_title',
    description: '_aioseop_description',
    variable: /%((?:cf|tax)_[\w-]+|[a-z_]+)%/gi,
  },
  { title: '_seopress_titles_title', description: '_seopress_titles_desc', variable: YOAST },
  { title: '_wds_title', description: '_wds_metadesc', variable: YOAST },
  // The SEO Framework, and Jetpack: without variables.
  { title: '_genesis_title', description: '_genesis_description', variable: NEVER },
  { title: 'jetpack_seo_html_title', description: 'advanced_seo_description', variable: NEVER },
  { title: 'slim_seo', description: 'slim_seo', variable: /\{\{\s*([\w.]+)\s*\}\}/g, isSerialized: true },
  { title: '_sq_title', description: '_sq_description', variable: /\{\{(\w+)\}\}/g },
  { title: '_metaseo_metatitle', description: '_metaseo_metadesc', variable: RANK_MATH },
  { title: '_su_title', description: '_su_description', variable: /\{(\w+)\}/g },
  { title: '_headspace_page_title', description: '_headspace_description', variable: YOAST },
  { title: 'thesis_title', description: 'thesis_description', variable: NEVER },
  { title: 'seo_title', description: 'seo_description', variable: NEVER },
];

/** Texts for social networks, which stand for the others where there are none. */
const SHARED: readonly Plugin[] = [
  {
    title: '_yoast_wpseo_opengraph-title',
    description: '_yoast_wpseo_opengraph-description',
    variable: YOAST,
  },
  { title: 'rank_math_facebook_title', description: 'rank_math_facebook_description', variable: RANK_MATH },
  { title: '_seopress_social_fb_title', description: '_seopress_social_fb_desc', variable: YOAST },
  { title: '_aioseo_og_title', description: '_aioseo_og_description', variable: AIOSEO },
  { title: '_open_graph_title', description: '_open_graph_description', variable: NEVER },
  { title: '_wds_opengraph', description: '_wds_opengraph', variable: YOAST, isSerialized: true },
];

/** The fields of these. */
export const SHARED_TEXTS: readonly string[] = SHARED.flatMap(({ title, description }) => [
  title,
  description,
]);

type Value = keyof SeoValues | 'separator' | 'nothing';

/** How plugins call them. */
const NAMES: Readonly<Record<Value, readonly string[]>> = {
  title: ['title', 'post_title', 'seo_title', 'post.title'],
  siteTitle: ['sitename', 'site_title', 'sitetitle', 'blog_title', 'site.title'],
  tagline: ['sitedesc', 'tagline', 'site_description', 'site.description'],
  category: ['category', 'primary_category', 'post_category', 'category_title', 'taxonomy_title'],
  excerpt: ['excerpt', 'excerpt_only', 'post_excerpt', 'post_excerpt_only'],
  keyword: ['focuskw', 'focus_keyword', 'focuskeyword'],
  separator: ['sep', 'separator', 'separator_sa'],
  nothing: ['page', 'pagenumber', 'pagetotal'],
};

const VARIABLES: ReadonlyMap<string, Value> = new Map(
  (Object.keys(NAMES) as Value[]).flatMap((value) => NAMES[value].map((name) => [name, value] as const)),
);

/** The focus keyword is a plugin's own, too. */
export const focusKeyword = (meta: ReadonlyMap<string, string>): string =>
  plainText(meta.get('_yoast_wpseo_focuskw') ?? meta.get('rank_math_focus_keyword')?.split(',')[0] ?? '');

export const seoTexts = (meta: ReadonlyMap<string, string>, values: SeoValues): SeoTexts => ({
  title: textOf('title', meta, values),
  description: textOf('description', meta, values),
});

const textOf = (
  field: 'title' | 'description',
  meta: ReadonlyMap<string, string>,
  values: SeoValues,
): SeoText => {
  for (const plugin of [...PLUGINS, ...SHARED]) {
    const stored = meta.get(plugin[field]) ?? '';
    const template = plainText(plugin.isSerialized ? textIn(stored, field) : stored);
    if (template !== '') return { ...resolved(template, plugin.variable, values), field: plugin[field] };
  }
  return NONE;
};

const resolved = (template: string, variable: RegExp, values: SeoValues): SeoText => {
  const unknown = new Set<string>();
  let hasSeparator = false;
  const text = template.replace(variable, (written: string, name: string) => {
    const value = VARIABLES.get(name.toLowerCase());
    if (value === 'nothing') return '';
    if (value === 'separator') {
      hasSeparator = true;
      return SEPARATOR;
    }
    const known = value === undefined ? '' : values[value];
    if (known === '') unknown.add(written);
    return known;
  });
  if (unknown.size > 0) return { text: null, unknown: [...unknown], hasSeparator: false };
  const clean = text.replace(/\s+/g, ' ').trim();
  return { text: clean === '' ? null : clean, unknown: [], hasSeparator };
};
