import type { ExportOptions } from '../../src/plugins/content-delivery/server/src/migration/wordpress';
import {
  BLOG_OPTIONS,
  BLOG_USAGE,
  otherCategoriesOption,
  readBlogOptions,
  typesOption,
  type BlogOptions,
} from '../shared/migration/blog-options';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run import:wordpress -- --file <export.xml> --website <name>

Reads an export of WordPress (Tools → Export → All content) and makes a website of it. Run again, it goes on, and
brings in what is new; what was changed here since stays.

  --file <export.xml>  the export, format WXR 1.0 to 1.2; also packed (.gz, .zip). Of one that comes in several
                       files, each with its --file, in any order
  --types <types>      types of entries that become posts, separated by commas (default: post; such as post,page)
  --other-categories drop|tags
                       a post has one category: drop the others (default), or keep them as tags
  --embeds             videos and audio of YouTube, Vimeo, Dailymotion, TED, Spotify and SoundCloud stay players; else they
                       become links
  --excerpts-as-descriptions
                       an excerpt is the meta description of a post that has none
${BLOG_USAGE}`;

export interface ImportWordpressOptions extends BlogOptions {
  /** As they were given. */
  files: string[];
  content: ExportOptions;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): ImportWordpressOptions | null => {
  const values = parsed(args, {
    ...BLOG_OPTIONS,
    file: { type: 'string', multiple: true, default: [] as string[] },
    types: { type: 'string', default: 'post' },
    'other-categories': { type: 'string', default: 'drop' },
    'excerpts-as-descriptions': { type: 'boolean', default: false },
    embeds: { type: 'boolean', default: false },
  });
  if (!values) return null;
  if (values.file.length === 0) throw new WrongOptions('Say which file is the export: --file.');
  const blog = readBlogOptions(values);
  return {
    ...blog,
    files: values.file,
    content: {
      ...blog.content,
      types: new Set(typesOption(values.types)),
      otherCategories: otherCategoriesOption(values['other-categories']),
      excerptsAsDescriptions: values['excerpts-as-descriptions'],
      embeds: values.embeds,
    },
  };
};
