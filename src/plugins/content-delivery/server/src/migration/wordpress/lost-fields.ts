import type { Item } from './file';

/** Of plugins and themes: settings and counters that no editor has written. */
const NOT_WRITTEN =
  /^(?:_|rank_math|wpseo|yoast|aioseo|seopress|jetpack|amp|ast-|astra|blocksy|kadence|neve|ocean|generate|site-|theme|td_|tdm_|tdb_|dsq_|sharing_|switch_like|classic-editor|om_disable|essb|slide_template|rs_page|rcp_|rcUser|um_content|groups-|inline_featured|panels_data|ct_builder|tve_|brizy|footnotes$|views$|post_views|wprss|wp_statistics|litespeed|wpil|surfer|ekit|mc4wp|googlesitekit|snap_|sf_|onesignal|advanced_seo|wpcr3|usp[-_]|syndication_|import_)/i;

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

/** What plugins have said to other websites and to search engines, and front ends do not get to know. */
export const unseenWords = (meta: Item['meta']): string[] => {
  const has = (...keys: string[]): boolean =>
    keys.some((key) => {
      const value = meta.get(key)?.trim() ?? '';
      return value !== '' && value !== '0';
    });
  return [
    ...(has(
      '_yoast_wpseo_opengraph-title',
      '_yoast_wpseo_opengraph-description',
      'rank_math_facebook_title',
      'rank_math_facebook_description',
      '_open_graph_title',
      '_open_graph_description',
      '_seopress_social_fb_title',
      '_seopress_social_fb_desc',
      '_aioseo_og_title',
      '_aioseo_og_description',
    )
      ? ['texts for social networks']
      : []),
    ...(has(
      '_yoast_wpseo_opengraph-image',
      'rank_math_facebook_image',
      '_social_image_url',
      '_seopress_social_fb_img',
    )
      ? ['a picture for social networks']
      : []),
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
