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
];

/** True for an item that was made with a page builder. */
export const isBuilt = (meta: Item['meta']): boolean =>
  MARKS.some(([key, isTheirs]) => isTheirs(meta.get(key)?.trim() ?? ''));

/** Shortcodes that build a page: Divi, WPBakery, Avada, Enfold, Oxygen, Thrive, Cornerstone. */
const SHORTCODE = /\[(?:et_pb_|vc_|fusion_|av_|ct_|thrive_|cs_)[\w-]+(?=[\s\]])/;

/** What is shown without a word. */
const SHOWN = /<(?:img|video|audio|iframe|svg|canvas|object|embed|picture|table)\b/i;

/**
 * What is wrong with the text that a page builder has left in WordPress; null where it can be shown.
 * @param html as it would be shown
 * @param text what readers see of it
 */
export const unfinishedBy = (
  { meta }: Pick<Item, 'meta'>,
  html: string,
  text: () => string,
): 'shortcodes' | 'empty' | null => {
  if (SHORTCODE.test(html)) return 'shortcodes';
  return isBuilt(meta) && !SHOWN.test(html) && text().trim() === '' ? 'empty' : null;
};
