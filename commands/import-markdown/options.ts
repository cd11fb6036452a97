import type { MarkdownOptions } from '../../src/plugins/content-delivery/server/src/migration/markdown';
import {
  BLOG_OPTIONS,
  BLOG_USAGE,
  fromOption,
  otherCategoriesOption,
  readBlogOptions,
  type BlogOptions,
} from '../shared/migration/blog-options';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run import:markdown -- --folder <posts> --from <address> --website <name>

Reads a folder of Markdown with front matter (Jekyll, Hugo, Astro, Next.js, Eleventy, Zola) and makes a website of it. Run
again, it goes on, and brings in what is new; what was changed here since stays.

  --folder <posts>     where the posts lie, at any depth, such as src/content/blog
  --from <address>     of the old website, such as https://blog.example.com
  --files <folder>     what lay at the root of the old website, such as public or static: pictures are taken from there
                       before they are fetched; may be repeated
  --old-paths <path>   where posts were that do not say so themselves, such as /blog/:slug/ or
                       /:categories/:year/:month/:day/:title.html; also with :folder
  --other-categories drop|tags
                       a post has one category: drop the others (default), or keep them as tags
${BLOG_USAGE}`;

export interface ImportMarkdownOptions extends BlogOptions {
  content: MarkdownOptions;
}

const PARTS = ['slug', 'title', 'year', 'month', 'day', 'categories', 'folder'];

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): ImportMarkdownOptions | null => {
  const values = parsed(args, {
    ...BLOG_OPTIONS,
    folder: { type: 'string' },
    from: { type: 'string' },
    files: { type: 'string', multiple: true, default: [] as string[] },
    'old-paths': { type: 'string' },
    'other-categories': { type: 'string', default: 'drop' },
  });
  if (!values) return null;
  if (!values.folder) throw new WrongOptions('Say where the posts lie: --folder.');
  const blog = readBlogOptions(values);
  return {
    ...blog,
    content: {
      ...blog.content,
      folder: values.folder,
      fileFolders: values.files,
      address: fromOption(values.from),
      oldPaths: values['old-paths'] === undefined ? null : oldPathsFrom(values['old-paths']),
      otherCategories: otherCategoriesOption(values['other-categories']),
    },
  };
};

const oldPathsFrom = (text: string): string => {
  const names = Array.from(text.matchAll(/:([a-z]+)/g), ([, name = '']) => name);
  if (
    !/^\/(?!\/)[^\s"'<>?#\\]*$/.test(text) ||
    names.length === 0 ||
    names.some((name) => !PARTS.includes(name))
  ) {
    throw new WrongOptions(
      `--old-paths takes a path with ${PARTS.map((name) => `:${name}`).join(', ')}, such as /blog/:slug/, not "${text}".`,
    );
  }
  return text;
};
