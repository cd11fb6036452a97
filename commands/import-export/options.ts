import {
  MIGRATION_OPTIONS,
  MIGRATION_USAGE,
  readMigrationOptions,
  type MigrationOptions,
} from '../shared/migration/options';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run import:export -- --folder <export> --website <name>

Reads a folder that npm run export has written (--format json), and makes the website here, with its drafts, campaigns
and pictures. Run again, it goes on; what was changed here since stays.

  --folder <export>    the folder with website.json
${MIGRATION_USAGE}`;

export interface ImportExportOptions extends MigrationOptions {
  folder: string;
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): ImportExportOptions | null => {
  const values = parsed(args, { ...MIGRATION_OPTIONS, folder: { type: 'string' } });
  if (!values) return null;
  if (!values.folder) throw new WrongOptions('Say which export: --folder.');
  return { ...readMigrationOptions(values), folder: values.folder };
};
