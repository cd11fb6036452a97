export { linkKeywords } from './link-keywords.js';
export { prepareLinks, type LinkRule, type PreparedLinks } from '../keywords/rules.js';
export type { LinkKeywordsOptions } from '../keywords/options.js';
