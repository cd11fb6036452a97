import { meantBy } from '../../pseo/imports/null-like-values';
import type { Fields } from '../fields';
import { dateFrom } from '../source-dates';

/** Switches that keep a page from readers, in small letters without `-` and `_`. */
const HIDING = [
  ...['draft', 'isdraft', 'private', 'unpublished', 'wip', 'hidden', 'unlisted', 'headless'],
  ...['deleted', 'isdeleted', 'deletedat', 'archived', 'isarchived', 'archivedat', 'trashed'],
  ...['password', 'protected', 'encrypted', 'membersonly', 'members', 'paid', 'subscribersonly', 'paywall'],
  ...['isprivate', 'ispaid', 'ispremium', 'premium', 'restricted', 'requireslogin', 'loginrequired'],
];
const SHOWING = [
  ...['published', 'publish', 'ispublished', 'ispublic', 'visible', 'isvisible', 'active', 'isactive'],
  'enabled',
];
/** Texts that say for whom it is. */
const AUDIENCES = ['status', 'visibility'];
/** Texts that may say so. */
const PERHAPS = ['state', 'access', 'accesslevel', 'audience'];
const TELLING =
  /draft|private|hidden|members?\b|paid|premium|restricted|subscribe|unpublish|pending|review|archived|trash|deleted|inactive|unlisted|scheduled|entwurf/;
const PUBLIC = ['public', 'published', 'publish', 'live', 'everyone', 'everybody', 'all', 'open', 'free', ''];
const DRAFT_FOLDER = /^_?(?:drafts?|unpublished)$/i;

export const VISIBILITY_NAMES: readonly string[] = [
  ...HIDING,
  ...SHOWING,
  ...AUDIENCES,
  'expirydate',
  'build',
];

/** YAML has several words for it, and front matter and databases even more. */
const isNo = (value: unknown): boolean =>
  value === undefined || value === null || String(value).trim() === '' || meantBy(String(value)) !== null;

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toLowerCase() : value === undefined || value === null ? '' : '?';

/**
 * What keeps a page from readers of the old website, as it stands in its file; null for what they see. Whatever is not
 * clearly for everybody counts as kept.
 * @param fields by their names in small letters, without `-` and `_`
 */
export const hiddenBy = (fields: ReadonlyMap<string, unknown>, now: Date): string | null => {
  const get = (name: string): unknown => fields.get(name);
  const hiding = HIDING.find((name) => !isNo(get(name)));
  if (hiding !== undefined) return hiding;
  const showing = SHOWING.find((name) => fields.has(name) && isNo(get(name)));
  if (showing !== undefined) return showing;
  const audience =
    AUDIENCES.find((name) => !PUBLIC.includes(wordOf(get(name)))) ??
    PERHAPS.find((name) => TELLING.test(wordOf(get(name))));
  if (audience !== undefined) return audience;
  if (get('permalink') === false) return 'permalink';
  const end = dateFrom(get('expirydate'));
  if (end !== null && end < now) return 'expiryDate';
  const build = get('build') as Fields | undefined;
  return typeof build === 'object' && build !== null && wordOf(build['render']) === 'never' ? 'build' : null;
};

/** Whether generators leave it out for where it lies: folders of drafts, and names that begin with `_`. */
export const hiddenByPlace = (name: string): string | null => {
  const parts = name.split('/').filter((part) => part.toLowerCase() !== '_posts');
  if (parts.some((part) => DRAFT_FOLDER.test(part))) return 'draft';
  return parts.some((part) => part.startsWith('_')) ? 'a name with _ before it' : null;
};
