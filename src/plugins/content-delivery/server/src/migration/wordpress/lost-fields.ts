import { dateFrom } from '../source-dates';
import type { Item } from './file';
import { SHARED_TEXTS } from './seo';
import { textIn } from './serialized';

/** Of plugins and themes: settings and counters that no editor has written. Each begins with the name of its plugin. */
const NOT_WRITTEN = new RegExp(
  `^(?:_|(?:${[
    ...[
      'rank_math',
      'wpseo',
      'yoast',
      'aioseo',
      'seopress',
      'jetpack',
      'ast',
      'astra',
      'blocksy',
      'kadence',
      'neve',
    ],
    ...['oceanwp', 'generatepress', 'td', 'tdm', 'tdb', 'dsq', 'essb', 'rcp', 'groups', 'tve', 'brizy'],
    ...[
      'wprss',
      'litespeed',
      'wpil',
      'surfer',
      'ekit',
      'mc4wp',
      'googlesitekit',
      'snap',
      'onesignal',
      'wpcr3',
      'usp',
    ],
  ].join('|')})[_-]|(?:${[
    ...[
      'sharing_disabled',
      'switch_like_status',
      'classic-editor-remember',
      'om_disable_all_campaigns',
      'slide_template',
    ],
    ...[
      'rs_page_bg_color',
      'rcUserLevel',
      'um_content_restriction',
      'inline_featured_image',
      'panels_data',
      'footnotes',
    ],
    ...[
      'views',
      'post_views(?:_count)?',
      'wp_statistics_words_count',
      'advanced_seo_description',
      'import_id',
      'amp_status',
    ],
    ...[
      'ct_builder_(?:json|shortcodes)',
      'site-(?:content-layout|sidebar-layout|post-title)',
      'theme-transparent-header-meta',
    ],
    ...[
      'ocean_(?:display|disable|post|both|sidebar|second|menu|custom|header|breadcrumbs|link|quote|gallery)_\\w+',
    ],
    ...[
      'syndication_(?:source|source_uri|source_id|feed|feed_id|permalink|item_hash)',
      'sf_(?:thumbnail|page|sidebar|header)_\\w+',
    ],
  ].join('|')})$)`,
  'i',
);

/**
 * Names of fields that somebody has filled in, with Advanced Custom Fields or by hand; posts have none of them here.
 * @param used those that were taken for something else
 */
export const customFieldsOf = (meta: Item['meta'], used: ReadonlySet<string | undefined>): string[] =>
  [...meta]
    .filter(([key, value]) => {
      if (NOT_WRITTEN.test(key) || used.has(key) || value.trim() === '') return false;
      if (FEATURED_IMAGES.includes(key) || key === FEATURED_ALT || REDIRECTS.includes(key)) return false;
      // A group or a repeater of ACF has how many parts it has; the parts are there by themselves.
      const field = meta.get(`_${key}`) ?? '';
      return !(field.startsWith('field_') && /^\d+$/.test(value.trim()) && hasParts(meta, key));
    })
    .map(([key]) => key);

const hasParts = (meta: Item['meta'], key: string): boolean =>
  [...meta.keys()].some((other) => other.startsWith(`${key}_`));

/** Names that say nothing to readers, or whose values were looked at elsewhere. */
const SEEN =
  /^(?!.*(?:focus_?(?:kw|keyword)|keywords|bctitle|breadcrumb|schema_|cornerstone|pillar))(?:_edit_l|_thumbnail_id$|_wp_(?:old_slug|old_date|attach|desired|trash)|_pingme$|_encloseme$|_oembed_|_yoast_|_?rank_math_|_aioseop?_|_seopress_|_genesis_|_wds_|_open_graph_|_social_image_|_twitter_|jetpack_seo_|advanced_seo_|_expiration-date|_jetpack_|footnotes$|_members_access|_is_paid$|rcp_|_wc_memberships_|_et_pb_|_elementor_|_fl_builder|_wpb_vc_|_bricks_)/;

/** Names of fields of plugins and themes that are left and were not taken for something else, with the template of the page where it has one of its own. */
export const technicalFieldsOf = (meta: Item['meta'], used: ReadonlySet<string | undefined>): string[] =>
  [...meta]
    .filter(([key, value]) => {
      const text = value.trim();
      if (!NOT_WRITTEN.test(key) || SEEN.test(key) || used.has(key) || text === '' || text === '0')
        return false;
      if (FEATURED_IMAGES.includes(key) || REDIRECTS.includes(key)) return false;
      return !(key === '_wp_page_template' && text === 'default') && !text.startsWith('field_');
    })
    .map(([key]) => key);

/** Where plugins keep the address of a featured image that is not in the media library, and its alternative text. */
const FEATURED_IMAGES = ['fifu_image_url', '_thumbnail_ext_url', '_knawatfibu_url'];
const FEATURED_ALT = 'fifu_image_alt';

/** A featured image by its address; null for none. */
export const featuredByAddress = (meta: Item['meta']): { url: string; alternativeText: string } | null => {
  const url = firstOf(meta, FEATURED_IMAGES);
  return url === '' ? null : { url, alternativeText: meta.get(FEATURED_ALT)?.trim() ?? '' };
};

/** Where plugins keep pictures for social networks. */
const SHARED_IMAGES = [
  ...['_yoast_wpseo_opengraph-image', 'rank_math_facebook_image', '_social_image_url'],
  ...['_seopress_social_fb_img', '_aioseo_og_image_custom_url'],
];
const TWITTER_IMAGES = [
  ...['_yoast_wpseo_twitter-image', 'rank_math_twitter_image', '_seopress_social_twitter_img'],
  '_aioseo_twitter_image_custom_url',
];

const TWITTER_TEXTS = [
  ...[
    '_yoast_wpseo_twitter-title',
    '_yoast_wpseo_twitter-description',
    '_twitter_title',
    '_twitter_description',
  ],
  ...['rank_math_twitter_title', 'rank_math_twitter_description', '_aioseo_twitter_title'],
  ...['_aioseo_twitter_description', '_seopress_social_twitter_title', '_seopress_social_twitter_desc'],
];

/** Of SmartCrawl, as PHP writes arrays. */
const SERIALIZED = ['_wds_opengraph', '_wds_twitter'];

/** The address of the picture for social networks; null for none. */
export const sharedImageOf = (meta: Item['meta']): string | null => firstOf(meta, SHARED_IMAGES) || null;

/**
 * What plugins have said to other websites, and front ends do not get to know.
 * @param used the fields that were taken for the meta texts
 * @param isImageUsed whether the picture is the featured image
 */
export const unseenWords = (
  meta: Item['meta'],
  used: ReadonlySet<string | undefined>,
  isImageUsed: boolean,
): string[] => {
  const has = (keys: readonly string[]): boolean =>
    keys.some((key) => !used.has(key) && !['', '0'].includes(meta.get(key)?.trim() ?? ''));
  return [
    ...(has([...SHARED_TEXTS.filter((key) => key !== '_wds_opengraph'), ...TWITTER_TEXTS]) ||
    SERIALIZED.some(
      (key) =>
        !used.has(key) && ['title', 'description'].some((name) => textIn(meta.get(key) ?? '', name) !== ''),
    )
      ? ['texts for social networks']
      : []),
    ...((!isImageUsed && has(SHARED_IMAGES)) || has(TWITTER_IMAGES) ? ['a picture for social networks'] : []),
  ];
};

const YES = new Set(['1', 'yes', 'on', 'true']);

/** Whether search engines are asked not to list it. */
export const isHiddenFromSearch = (meta: Item['meta']): boolean =>
  [
    '_yoast_wpseo_meta-robots-noindex',
    '_seopress_robots_index',
    '_genesis_noindex',
    'jetpack_seo_noindex',
    '_wds_meta-robots-noindex',
    '_aioseop_noindex',
    '_sq_noindex',
    '_su_meta_robots_noindex',
  ].some((key) => YES.has(meta.get(key)?.trim().toLowerCase() ?? '')) ||
  (meta.get('rank_math_robots')?.includes('noindex') ?? false) ||
  /"noindex";(?:[ib]:1|s:1:"1")/.test(meta.get('slim_seo') ?? '');

/** Whether search engines are asked not to follow its links, or not to show what they keep of it. */
export const isNotFollowed = (meta: Item['meta']): boolean =>
  [
    ...['_yoast_wpseo_meta-robots-nofollow', '_seopress_robots_follow', '_genesis_nofollow'],
    ...['_wds_meta-robots-nofollow', '_aioseop_nofollow', '_genesis_noarchive'],
  ].some((key) => YES.has(meta.get(key)?.trim().toLowerCase() ?? '')) ||
  /nofollow|noarchive|nosnippet|noimageindex/.test(
    `${meta.get('rank_math_robots') ?? ''}${meta.get('_yoast_wpseo_meta-robots-adv') ?? ''}`,
  );

/** The page that it names as the original, and the one that it redirects to; empty for none. */
export const canonicalOf = (meta: Item['meta']): string =>
  firstOf(meta, [
    '_yoast_wpseo_canonical',
    'rank_math_canonical_url',
    '_seopress_robots_canonical',
    '_genesis_canonical_uri',
    '_wds_canonical',
    '_aioseop_custom_link',
  ]) || textIn(meta.get('slim_seo') ?? '', 'canonical');

const REDIRECTS = [
  ...['_yoast_wpseo_redirect', 'redirect', '_wds_redirect', '_links_to', '_pprredirect_url', '_redirect_url'],
  ...['_seopress_redirections_value', '_wp_redirect', 'eps_redirect'],
];

export const redirectOf = (meta: Item['meta']): string => {
  const isOff = (key: string): boolean =>
    (key === '_seopress_redirections_value' &&
      meta.get('_seopress_redirections_enabled')?.trim() !== 'yes') ||
    (key === '_pprredirect_url' && meta.get('_pprredirect_active')?.trim() !== '1');
  return firstOf(
    meta,
    REDIRECTS.filter((key) => !isOff(key)),
  );
};

const firstOf = (meta: Item['meta'], keys: readonly string[]): string =>
  keys.map((key) => meta.get(key)?.trim() ?? '').find((value) => value !== '') ?? '';

const END = /expir|unpublish/i;

/** When a plugin was to end it; null where none was. */
export const endOf = (meta: Item['meta']): Date | null => {
  if ((meta.get('_expiration-date-status')?.trim() ?? 'saved') !== 'saved') return null;
  const [, date = null] =
    [...meta]
      .map(([key, value]) => [key, END.test(key) ? dateFrom(value) : null] as const)
      .find(([, end]) => end) ?? [];
  return date;
};
