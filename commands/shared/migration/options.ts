import type { ImageOptions, WriterOptions } from '../../../src/plugins/content-delivery/server/src/migration';
import { WrongOptions, type ValuesOf } from '../options';

/** What all commands that bring content in have in common, for `parseArgs`. */
export const MIGRATION_OPTIONS = {
  website: { type: 'string' },
  url: { type: 'string' },
  kind: { type: 'string', default: 'nextjs' },
  account: { type: 'string' },
  merge: { type: 'boolean', default: false },
  images: { type: 'string', default: 'copy' },
  'image-host': { type: 'string', multiple: true, default: [] as string[] },
  'linked-files': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  report: { type: 'string', multiple: true, default: [] as string[] },
} as const;

export const MIGRATION_USAGE = `  --website <name>     where the content goes: made when there is none of this name; an id is understood too
  --url <address>      of the front end, for a website that is made
  --kind <kind>        nextjs (default) or rest-api, for a website that is made
  --account <name>     whose the website is that is made; needed when there are several
  --merge              add to a website whose content came from elsewhere
  --images copy|leave  copy images into the media library (default), or leave them where they are
  --image-host <host>  a host that the source keeps its images on beside its own; may be repeated
  --linked-files       copy files that texts link to or play, too: PDF, audio, video, documents
  --dry-run            say what would happen, and change nothing
  --report <file>      write the report: as JSON, or as a table where the name ends in .csv; may be repeated

Exit status: 0 everything was carried over, 1 with remarks, 2 wrong options or nothing done, 3 failed on the way,
130 stopped.
What was not carried over goes to standard error.`;

export interface MigrationOptions {
  website: Omit<WriterOptions['website'], 'apiKey' | 'id'>;
  images: Pick<ImageOptions, 'mode' | 'hosts'> & { files: boolean };
  isDryRun: boolean;
  /** Where the report goes. */
  reportFiles: string[];
}

/** @throws WrongOptions */
export const readMigrationOptions = (values: ValuesOf<typeof MIGRATION_OPTIONS>): MigrationOptions => {
  const { website, url, kind, account, images } = values;
  if (!website) throw new WrongOptions('Say which website the content goes to: --website.');
  if (kind !== 'nextjs' && kind !== 'rest-api') throw new WrongOptions('--kind is nextjs or rest-api.');
  if (images !== 'copy' && images !== 'leave') throw new WrongOptions('--images is copy or leave.');
  return {
    website: {
      name: website,
      url: url ?? null,
      kind,
      account: account ?? null,
      mayHaveContent: values.merge,
    },
    images: { mode: images, hosts: values['image-host'].map(toHost), files: values['linked-files'] },
    isDryRun: values['dry-run'],
    reportFiles: values.report,
  };
};

/** `images.example.com`, with a port where it has one; an address of it is understood too. */
const toHost = (text: string): string => {
  try {
    return new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`).host;
  } catch {
    throw new WrongOptions(`--image-host takes a host such as images.example.com, not "${text}".`);
  }
};
