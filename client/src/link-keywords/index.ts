export { linkKeywords } from './link-keywords.js';
export { prepareLinks, type LinkRule, type PreparedLinks } from './rules.js';
export type { LinkKeywordsOptions } from './options.js';
