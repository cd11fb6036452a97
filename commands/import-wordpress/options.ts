import type { ExportOptions } from '../../src/plugins/content-delivery/server/src/migration/wordpress';
import {
  MOVING_OPTIONS,
  MOVING_USAGE,
  readMigrationOptions,
  type MigrationOptions,
} from '../shared/migration/options';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run import:wordpress -- --file <export.xml> --website <name>

Reads an export of WordPress (Tools → Export → All content) and makes a website of it. Run again, it goes on, and
brings in what is new; what was changed here since stays.

  --file <export.xml>  the export, format WXR 1.0 to 1.2
  --types <types>      types of entries that become posts, separated by commas (post unless told; such as post,page)
  --other-categories drop|tags
                       a post has one category: drop the others (unless told), or keep them as tags
  --excerpts-as-descriptions
                       an excerpt is the meta description of a post that has none
  --links-to <path>    let links to posts lead to this path and the slug, such as /blog/
${MOVING_USAGE}

Exit status: 0 everything was carried over, 1 something was not, 2 wrong options or nothing done, 130 stopped.
What was not carried over goes to standard error.`;

export interface ImportWordpressOptions extends MigrationOptions {
  /** As it was given. */
  file: string;
  content: ExportOptions;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): ImportWordpressOptions | null => {
  const values = parsed({
    args,
    options: {
      ...MOVING_OPTIONS,
      file: { type: 'string' },
      types: { type: 'string', default: 'post' },
      'other-categories': { type: 'string', default: 'drop' },
      'excerpts-as-descriptions': { type: 'boolean', default: false },
      'links-to': { type: 'string' },
    },
  });
  if (values.help) return null;
  if (!values.file) throw new WrongOptions('Say which file is the export: --file.');
  const types = values.types.split(',').map((type) => type.trim());
  if (types.some((type) => type === '')) {
    throw new WrongOptions('--types takes types separated by commas, such as post,page.');
  }
  const otherCategories = values['other-categories'];
  if (otherCategories !== 'drop' && otherCategories !== 'tags') {
    throw new WrongOptions('--other-categories is drop or tags.');
  }
  return {
    ...readMigrationOptions(values),
    file: values.file,
    content: {
      types: new Set(types),
      otherCategories,
      excerptsAsDescriptions: values['excerpts-as-descriptions'],
      linksTo: values['links-to'] === undefined ? null : toPath(values['links-to']),
    },
  };
};

/** With a slash at both ends. */
const toPath = (text: string): string => {
  if (!/^\/(?![/\\])[^\s"'<>?#\\]*$/.test(text)) {
    throw new WrongOptions(`--links-to takes a path such as /blog/, not "${text}".`);
  }
  return text.endsWith('/') ? text : `${text}/`;
};
