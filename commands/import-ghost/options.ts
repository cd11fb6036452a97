import type { GhostOptions } from '../../src/plugins/content-delivery/server/src/migration/ghost';
import {
  BLOG_OPTIONS,
  BLOG_USAGE,
  fromOption,
  readBlogOptions,
  typesOption,
  type BlogOptions,
} from '../shared/migration/blog-options';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run import:ghost -- --file <export.json> --from <address> --website <name>

Reads an export of Ghost (Settings → Import/Export → Export JSON) and makes a website of it. Run again, it goes on, and
brings in what is new; what was changed here since stays.

  --file <export.json> the export; also packed (.gz, .zip). Of one that comes in several files, each with its --file
  --from <address>     of the old website, such as https://blog.example.com: where its pictures are
  --types <types>      types of entries that become posts, separated by commas (default: post; such as post,page)
  --first-tag-as-category
                       the first tag of a post is its category
  --excerpts-as-descriptions
                       an excerpt is the meta description of a post that has none
${BLOG_USAGE}`;

export interface ImportGhostOptions extends BlogOptions {
  /** As they were given. */
  files: string[];
  content: GhostOptions;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): ImportGhostOptions | null => {
  const values = parsed(args, {
    ...BLOG_OPTIONS,
    file: { type: 'string', multiple: true, default: [] as string[] },
    from: { type: 'string' },
    types: { type: 'string', default: 'post' },
    'first-tag-as-category': { type: 'boolean', default: false },
    'excerpts-as-descriptions': { type: 'boolean', default: false },
  });
  if (!values) return null;
  if (values.file.length === 0) throw new WrongOptions('Say which file is the export: --file.');
  const types = typesOption(values.types);
  if (types.some((type) => type !== 'post' && type !== 'page')) {
    throw new WrongOptions('--types takes post, page or both, separated by a comma.');
  }
  const blog = readBlogOptions(values);
  return {
    ...blog,
    files: values.file,
    content: {
      ...blog.content,
      address: fromOption(values.from),
      types: new Set(types),
      isFirstTagCategory: values['first-tag-as-category'],
      excerptsAsDescriptions: values['excerpts-as-descriptions'],
    },
  };
};
