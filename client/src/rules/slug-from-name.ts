/** The URL slug of a category or tag, from its name: lower case, each run of whitespace one hyphen. */
export { slugFromName } from '../contract.js';
