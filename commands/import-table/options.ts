import {
  TABLE_FIELDS,
  type TableOptions,
} from '../../src/plugins/content-delivery/server/src/migration/table';
import {
  BLOG_OPTIONS,
  BLOG_USAGE,
  fromOption,
  otherCategoriesOption,
  readBlogOptions,
  type BlogOptions,
} from '../shared/migration/blog-options';
import { emptyTexts, FILE_OPTIONS, FILE_USAGE, readFileOptions } from '../shared/file-options';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run import:table -- --file <posts.csv or posts.json> --from <address> --website <name>

Reads a table of posts, a row for each, and makes a website of it. Run again, it goes on, and brings in what is new; what
was changed here since stays.

  --file <file>        CSV whose first row names the columns, or JSON: an array of objects, or one object a line;
                       also packed (.gz, .zip)
  --from <address>     of the old website, such as https://blog.example.com: where its pictures are
  --map column=field   what a column means: id, title, slug, url, content, date, updated, status, category, tags, author,
                       image, imageAlt, metaTitle, description, language, scheduleDate; "column=" leaves it out. Other columns are matched
                       by their names. May be repeated
  --syntax html|markdown
                       what texts are written in (default: html)
  --other-categories drop|tags
                       a post has one category: drop the others (default), or keep them as tags
${FILE_USAGE}
${BLOG_USAGE}`;

export interface ImportTableOptions extends BlogOptions {
  content: TableOptions;
}

/** `column=field`; names of columns may have "=" in them, names of fields not. @throws WrongOptions */
const toMapping = (text: string): [string, string] => {
  const at = text.lastIndexOf('=');
  const field = text.slice(at + 1).trim();
  if (at < 1) throw new WrongOptions(`--map takes column=field, not "${text}".`);
  if (field !== '' && !TABLE_FIELDS.includes(field)) {
    throw new WrongOptions(`--map: there is no field "${field}". There are ${TABLE_FIELDS.join(', ')}.`);
  }
  return [text.slice(0, at).trim(), field];
};

/** @throws WrongOptions for two columns of one meaning */
const mapFrom = (mappings: readonly string[]): Map<string, string> => {
  const map = new Map(mappings.map(toMapping));
  const fields = [...map.values()].filter((field) => field !== '');
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice !== undefined) throw new WrongOptions(`--map: "${twice}" is named for two columns.`);
  return map;
};

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): ImportTableOptions | null => {
  const values = parsed(args, {
    ...BLOG_OPTIONS,
    ...FILE_OPTIONS,
    file: { type: 'string' },
    from: { type: 'string' },
    map: { type: 'string', multiple: true, default: [] as string[] },
    syntax: { type: 'string', default: 'html' },
    'other-categories': { type: 'string', default: 'drop' },
  });
  if (!values) return null;
  if (!values.file) throw new WrongOptions('Say which file has the posts: --file.');
  const { syntax } = values;
  if (syntax !== 'html' && syntax !== 'markdown') throw new WrongOptions('--syntax is html or markdown.');
  const blog = readBlogOptions(values);
  return {
    ...blog,
    content: {
      ...blog.content,
      file: values.file,
      read: readFileOptions(values),
      address: fromOption(values.from),
      map: mapFrom(values.map),
      empty: emptyTexts(values.empty),
      syntax,
      otherCategories: otherCategoriesOption(values['other-categories']),
    },
  };
};
