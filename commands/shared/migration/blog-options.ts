import type { PostOptions } from '../../../src/plugins/content-delivery/server/src/migration';
import { WrongOptions, type ValuesOf } from '../options';
import { MIGRATION_OPTIONS, MIGRATION_USAGE, readMigrationOptions, type MigrationOptions } from './options';

/** What commands have in common that bring in the posts of a blog, for `parseArgs`. */
export const BLOG_OPTIONS = {
  ...MIGRATION_OPTIONS,
  authors: { type: 'boolean', default: false },
  reread: { type: 'boolean', default: false },
  redirects: { type: 'string' },
  'links-to': { type: 'string' },
} as const;

export const BLOG_USAGE = `  --authors            posts keep their authors, by the names that readers saw
  --reread             bring in again what is unchanged at the source, and what this version reads otherwise than the
                       one that brought it in
  --redirects <file>   write where old addresses lead now, as a table (CSV) for the front end or a web server
  --links-to <path>    let links to posts lead to this path and the slug, such as /blog/
${MIGRATION_USAGE}`;

export interface BlogOptions extends MigrationOptions {
  /** Where a table of old and new addresses goes; null for nowhere. */
  redirectsFile: string | null;
  /** Whether what is unchanged at the source and read otherwise today is brought in again. */
  rereads: boolean;
  content: PostOptions;
}

/** @throws WrongOptions */
export const readBlogOptions = (values: ValuesOf<typeof BLOG_OPTIONS>): BlogOptions => ({
  ...readMigrationOptions(values),
  redirectsFile: values.redirects ?? null,
  rereads: values.reread,
  content: {
    authors: values.authors,
    linkedFiles: values['linked-files'],
    linksTo: values['links-to'] === undefined ? null : toPath(values['links-to']),
  },
});

/** A path of the new website, with a slash at both ends. @throws WrongOptions */
const toPath = (text: string): string => {
  if (!/^\/(?![/\\])[^\s"'<>?#\\]*$/.test(text)) {
    throw new WrongOptions(`--links-to takes a path such as /blog/, not "${text}".`);
  }
  return text.endsWith('/') ? text : `${text}/`;
};

/** The address of the old website. @throws WrongOptions */
export const fromOption = (text: string | undefined): URL => {
  const url = text === undefined ? null : URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new WrongOptions('Say the address of the old website: --from https://blog.example.com.');
};

/** What becomes of all categories of a post but the main one. @throws WrongOptions */
export const otherCategoriesOption = (text: string): 'drop' | 'tags' => {
  if (text === 'drop' || text === 'tags') return text;
  throw new WrongOptions('--other-categories is drop or tags.');
};

/** Types of entries that become posts. @throws WrongOptions */
export const typesOption = (text: string): string[] => {
  const types = text.split(',').map((type) => type.trim());
  if (types.every((type) => type !== '')) return types;
  throw new WrongOptions('--types takes types separated by commas, such as post,page.');
};
