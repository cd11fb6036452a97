import {
  PAGE_FIELDS,
  type ImportMode,
  type ImportTarget,
} from '../../src/plugins/content-delivery/contracts/pseo-imports';
import type { FileOptions } from '../../src/plugins/content-delivery/server/src/pseo/imports/file';
import { emptyTexts, FILE_OPTIONS, FILE_USAGE, readFileOptions } from '../shared/file-options';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run pseo:import -- --campaign <documentId or name> --file <pages.csv or pages.json>

  --dry-run            say what would happen, and change nothing
  --publish            the pages go live; without it they become drafts
  --skip-faulty        leave faulty rows out; without it a file with one is not imported
  --map column=target  where a column goes: a variable, or slug, targetSlug, html, metaTitle, metaDescription;
                       "column=" leaves it out. Other columns are matched by their names; where a name is
                       only alike, the command asks for this option. May be repeated
  --report <file>      write all that is said of rows and columns: as JSON, or as a table where the name ends in .csv;
                       may be repeated
  --combinations       each column is a list, and each combination of their texts makes a page
${FILE_USAGE}

Exit status: 0 all well, 1 faulty rows, a file that cannot be used or a column that is asked for, 2 wrong options, 130 stopped.
Faulty rows go to standard error.`;

export interface CommandOptions {
  campaign: string;
  file: string;
  dryRun: boolean;
  publish: boolean;
  skipFaulty: boolean;
  read: FileOptions;
  mode: ImportMode;
  /** Where the report goes. */
  reportFiles: string[];
  /** Column → target; null leaves it out. */
  map: Map<string, ImportTarget | null>;
  /** Column → texts that count as an empty cell. */
  empty: Map<string, string[]>;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): CommandOptions | null => {
  const values = parsed(args, {
    campaign: { type: 'string' },
    file: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    'skip-faulty': { type: 'boolean', default: false },
    ...FILE_OPTIONS,
    combinations: { type: 'boolean', default: false },
    map: { type: 'string', multiple: true, default: [] },
    report: { type: 'string', multiple: true, default: [] },
  });
  if (!values) return null;
  if (!values.campaign) throw new WrongOptions('Say which campaign the pages belong to: --campaign.');
  if (!values.file) throw new WrongOptions('Say which file has the pages: --file.');
  return {
    campaign: values.campaign,
    file: values.file,
    dryRun: values['dry-run'],
    publish: values.publish,
    skipFaulty: values['skip-faulty'],
    read: readFileOptions(values),
    mode: values.combinations ? 'combinations' : 'rows',
    reportFiles: values.report,
    map: new Map(values.map.map(toMapping)),
    empty: emptyTexts(values.empty),
  };
};

/** `column=target`; names of columns may have "=" in them, names of variables not. */
const toMapping = (text: string): [string, ImportTarget | null] => {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new WrongOptions(`--map takes column=target, not "${text}".`);
  const target = text.slice(at + 1).trim();
  const column = text.slice(0, at).trim();
  if (target === '') return [column, null];
  const field = PAGE_FIELDS.find((one) => one === target);
  return [column, field === undefined ? { to: 'variable', name: target } : { to: field }];
};
