import { visibleText } from '../../platform/html/visible-text';
import type { Item } from './file';

/** Where page builders keep what they show, and how one sees that a post is theirs. */
const MARKS: readonly [key: string, isTheirs: (value: string) => boolean][] = [
  ['_elementor_edit_mode', (value) => value === 'builder'],
  ['_et_pb_use_builder', (value) => value === 'on'],
  ['_fl_builder_enabled', (value) => value === '1'],
  ['_wpb_vc_js_status', (value) => value === 'true'],
  ['_bricks_editor_mode', (value) => value === 'bricks'],
  ['_bricks_page_content_2', (value) => value !== ''],
  ['ct_builder_shortcodes', (value) => value !== ''],
  ['ct_builder_json', (value) => value !== ''],
  ['panels_data', (value) => value !== ''],
  ['_cornerstone_data', (value) => value !== ''],
  ['tve_landing_page', (value) => value !== ''],
  ['tve_updated_post', (value) => value !== ''],
  ['brizy_post_uid', (value) => value !== ''],
  ['_themify_builder_settings_json', (value) => value !== '' && value !== '[]'],
  ['kc_data', (value) => value !== ''],
  ['_tatsu_page_content', (value) => value !== ''],
  ['vcv-pageContent', (value) => value !== ''],
  ['_ct_builder_shortcodes', (value) => value !== ''],
  ['_ct_builder_json', (value) => value !== ''],
  ['_breakdance_data', (value) => value !== ''],
  ['_aviaLayoutBuilder_active', (value) => value === 'active'],
  ['mfn-page-items', (value) => value !== ''],
  ['_seedprod_page', (value) => value !== '' && value !== '0'],
  ['_zionbuilder_page_elements', (value) => value !== ''],
  ['_op3_data', (value) => value !== ''],
  ['dslc_code', (value) => value !== ''],
];
/** Characters of a field in which the text of a post may stand that has none of its own. */
const LONG = 500;

/** True for an item that was made with a page builder. */
export const isBuilt = (meta: Item['meta']): boolean =>
  MARKS.some(([key, isTheirs]) => isTheirs(meta.get(key)?.trim() ?? ''));

/**
 * Shortcodes that build a page: Divi, WPBakery, Avada, Enfold, Oxygen, Thrive, Cornerstone, King Composer, Tatsu, Jupiter, Flatsome,
 * SiteOrigin, Themify, Visual Composer, Live Composer, Newspaper, OptimizePress, Bold Builder, CMSMasters.
 */
const SHORTCODE =
  /\[(?:et_pb_|vc_|fusion_|av_|ct_|thrive_|cs_|kc_|tatsu_|mk_|ux_|themify_|vcv_|siteorigin_widget|dslc_|tdc_|op_|bt_bb_|cmsms_)[\w-]*(?=[\s\]])/;
/** A text that is one shortcode around another from its beginning to its end is built, whatever they are called. */
const OPENING = /^\s*(?:<p>\s*)?\[([a-z][\w-]*)(?:\s[^\][]*)?\](?:\s|<\/?p>|<br \/>)*\[[a-z]/i;
const isNested = (html: string): boolean => {
  const [, name] = OPENING.exec(html) ?? [];
  return (
    name !== undefined &&
    html
      .slice(-60 - name.length)
      .replace(/<\/?p>|\s/g, '')
      .endsWith(`[/${name}]`)
  );
};

/** What is shown without a word. */
const SHOWN = /<(?:img|video|audio|iframe|svg|canvas|object|embed|picture|table)\b/i;

/**
 * What is wrong with the text that a page builder has left in WordPress; null where it can be shown.
 * @param html as it would be shown
 * @param text what readers see of it
 */
export const unfinishedBy = (
  { meta, content }: Pick<Item, 'meta' | 'content'>,
  html: string,
  text: () => string,
): 'shortcodes' | 'empty' | 'nothing-shown' | null => {
  if (SHORTCODE.test(html) || isNested(html)) return 'shortcodes';
  if (SHOWN.test(html) || text().trim() !== '') return null;
  const hasLongField = (): boolean =>
    [...meta].some(([key, { length }]) => length >= LONG && !key.startsWith('_oembed_'));
  if (isBuilt(meta) || (content.trim() === '' && hasLongField())) return 'empty';
  // What was never written has nothing to lose.
  return /<!--\s+wp:(?!paragraph\b)/.test(content) || /\S/.test(visibleText(content))
    ? 'nothing-shown'
    : null;
};
