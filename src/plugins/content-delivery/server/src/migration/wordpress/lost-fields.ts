import type { Item } from './file';
import { SHARED_TEXTS } from './seo';

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

/** Names of fields that somebody has filled in, with Advanced Custom Fields or by hand; posts have none of them here. */
export const customFieldsOf = (meta: Item['meta']): string[] =>
  [...meta]
    .filter(([key, value]) => {
      if (NOT_WRITTEN.test(key) || value.trim() === '') return false;
      // A group or a repeater of ACF has how many parts it has; the parts are there by themselves.
      const field = meta.get(`_${key}`) ?? '';
      return !(field.startsWith('field_') && /^\d+$/.test(value.trim()) && hasParts(meta, key));
    })
    .map(([key]) => key);

const hasParts = (meta: Item['meta'], key: string): boolean =>
  [...meta.keys()].some((other) => other.startsWith(`${key}_`));

/** Names that say nothing to readers, or whose values were looked at elsewhere. */
const SEEN =
  /^(?:_edit_l|_thumbnail_id$|_wp_(?:old_slug|old_date|attach|desired|trash)|_pingme$|_encloseme$|_oembed_|_yoast_|_?rank_math_|_aioseop?_|_seopress_|_genesis_|_wds_|_open_graph_|_social_image_|_twitter_|jetpack_seo_|advanced_seo_|_expiration-date|_jetpack_|footnotes$|_members_access|_is_paid$|rcp_|_wc_memberships_|_et_pb_|_elementor_|_fl_builder|_wpb_vc_|_bricks_)/;

/** Names of fields of plugins and themes that are left, with the template of the page where it has one of its own. */
export const technicalFieldsOf = (meta: Item['meta']): string[] =>
  [...meta]
    .filter(([key, value]) => {
      const text = value.trim();
      if (!NOT_WRITTEN.test(key) || SEEN.test(key) || text === '' || text === '0') return false;
      return !(key === '_wp_page_template' && text === 'default') && !text.startsWith('field_');
    })
    .map(([key]) => key);

/** Where plugins keep pictures for social networks. */
const SHARED_IMAGES = [
  ...['_yoast_wpseo_opengraph-image', 'rank_math_facebook_image', '_social_image_url'],
  ...['_seopress_social_fb_img', '_aioseo_og_image_custom_url'],
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
    ...(has([...SHARED_TEXTS, ...TWITTER_TEXTS]) ? ['texts for social networks'] : []),
    ...(!isImageUsed && has(SHARED_IMAGES) ? ['a picture for social networks'] : []),
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
  ].some((key) => YES.has(meta.get(key)?.trim().toLowerCase() ?? '')) ||
  (meta.get('rank_math_robots')?.includes('noindex') ?? false);

/** The page that it names as the original, and the one that it redirects to; empty for none. */
export const canonicalOf = (meta: Item['meta']): string =>
  firstOf(meta, [
    '_yoast_wpseo_canonical',
    'rank_math_canonical_url',
    '_seopress_robots_canonical',
    '_genesis_canonical_uri',
    '_wds_canonical',
    '_aioseop_custom_link',
  ]);

export const redirectOf = (meta: Item['meta']): string =>
  firstOf(meta, ['_yoast_wpseo_redirect', '_seopress_redirections_value', 'redirect', '_wds_redirect']);

const firstOf = (meta: Item['meta'], keys: readonly string[]): string =>
  keys.map((key) => meta.get(key)?.trim() ?? '').find((value) => value !== '') ?? '';

/** When a plugin was to end it, in seconds since 1970; null where none was. */
export const endOf = (meta: Item['meta']): Date | null => {
  const seconds = Number(meta.get('_expiration-date')?.trim() ?? '');
  const isOn = (meta.get('_expiration-date-status')?.trim() ?? 'saved') === 'saved';
  const date = new Date(seconds * 1_000);
  return seconds > 0 && isOn && !Number.isNaN(date.getTime()) ? date : null;
};
