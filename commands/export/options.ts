import {
  EXPORT_FORMATS,
  isExportFormat,
  type ExportFormat,
} from '../../src/plugins/content-delivery/contracts/exports';
import { parsed, WrongOptions } from '../shared/options';

export const USAGE = `Usage: npm run export -- --website <name> --to <folder>

Writes one website into a folder, while the server goes on: posts with their drafts, taxonomies, internal links, pSEO
campaigns and pages, earlier slugs, and the files that they show. Without its API key.

  --website <name>     its name or its id
  --to <folder>        a folder that is empty, or not there yet
  --format <format>    ${EXPORT_FORMATS.join(', ')} (default: json)
  --report <file>      write what the format could not take: as JSON, or as a table where the name ends in .csv; may be
                       repeated

Exit status: 0 everything is in it, 1 with remarks, 2 wrong options or nothing was written, 130 stopped.`;

export interface ExportOptions {
  website: string;
  to: string;
  format: ExportFormat;
  reportFiles: string[];
}

/** @returns null when help is asked for. @throws WrongOptions */
export const readOptions = (args: string[]): ExportOptions | null => {
  const values = parsed(args, {
    website: { type: 'string' },
    to: { type: 'string' },
    format: { type: 'string', default: 'json' },
    report: { type: 'string', multiple: true, default: [] as string[] },
  });
  if (!values) return null;
  const { website, to, format, report } = values;
  if (!website) throw new WrongOptions('Say which website: --website.');
  if (!to) throw new WrongOptions('Say which folder it is written to: --to.');
  if (!isExportFormat(format)) throw new WrongOptions(`--format is one of ${EXPORT_FORMATS.join(', ')}.`);
  return { website, to, format, reportFiles: report };
};
