export { linkKeywords } from './link-keywords.js';
export { prepareLinks, type LinkRule, type PreparedLinks, type PrepareOptions } from '../keywords/rules.js';
export type { LinkRedirects } from '../keywords/redirects.js';
export type { LinkKeywordsOptions } from '../keywords/options.js';
