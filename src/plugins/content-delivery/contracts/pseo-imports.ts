import type { Timestamp } from './delivery';
import type { JobState } from './jobs';

// ---------------------------------------------------------------------------------------------------------
// Import of pSEO pages from a file
//
// All routes need the permission IMPORT_PAGES_PERMISSION, and the campaign must be one that the user may change:
// 403 otherwise, 404 for an import that is not there. Every other refusal is a 400 (409 where another import
// is in the way) in Strapi's error shape, its `error.message` for people. Answers are `{ data: … }`.
//
//  POST   /content-delivery/imports                 multipart/form-data: `campaign` (documentId), `file`, and for CSV
//                                                   that does not say it itself `delimiter` and `headerLine`
//                                                   → 201 PageImport
//  GET    /content-delivery/imports?campaign=<id>   → PageImportSummary[], the latest first, 20 at most;
//                                                   without `campaign` those of all campaigns of the user
//  GET    /content-delivery/imports/:id             → PageImport; ask once a second while something is under way
//  POST   /content-delivery/imports/:id/check       ImportChoices → 202 PageImport; the dry run, in the background
//  GET    /content-delivery/imports/:id/faulty      ?page=1&pageSize=50 → FaultyRow[], `meta: PageMeta`
//  GET    /content-delivery/imports/:id/renamed     ?page=1&pageSize=50 → RenamedPage[], `meta: PageMeta`
//  GET    /content-delivery/imports/:id/alike       ?page=1&pageSize=50 → NearDuplicate[], `meta: PageMeta`
//  GET    /content-delivery/imports/:id/slashed     ?page=1&pageSize=50 → SlashedPage[], `meta: PageMeta`
//  POST   /content-delivery/imports/:id/run         ImportOptions → 202 PageImport; needs a finished check
//  POST   /content-delivery/imports/:id/cancel      → PageImport; stops the check or the run that is under way
//  POST   /content-delivery/imports/:id/resume      → PageImport; a run that failed or was cancelled goes on
//  DELETE /content-delivery/imports/:id             → 204; the file's rows are forgotten, pages stay
// ---------------------------------------------------------------------------------------------------------

export const IMPORT_PAGES_PERMISSION = 'plugin::content-delivery.pages.import';

/** Largest file, in bytes. */
export const MAX_IMPORT_FILE_BYTES = 100 * 1024 * 1024;
/** Most pages that one import may make. */
export const MAX_IMPORT_PAGES = 250_000;
/** Most different texts of a column that is combined with others. */
export const MAX_LIST_VALUES = 20_000;

/** What may separate the cells of a CSV file. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The texts of a page that a column may give, instead of being made from the campaign's template. */
export const PAGE_FIELDS = ['slug', 'targetSlug', 'html', 'metaTitle', 'metaDescription'] as const;
export type PageField = (typeof PAGE_FIELDS)[number];

/** Where the cells of a column go. */
export type ImportTarget = { to: 'variable'; name: string } | { to: PageField };

export interface ImportColumn {
  name: string;
  /**
   * How many different texts it has, empty cells aside: what it counts for among combinations. Null for more than
   * MAX_LIST_VALUES: such a column is no list to combine.
   */
  values: number | null;
  /** Cells that cannot be used, such as lists; absent for none. A list to combine has none. */
  unusable?: number;
}

export interface ImportRow {
  /** The line of the file that the row begins in, from 1; for JSON the number of the entry, from 1. */
  line: number;
  /** A cell for each column; null where it is empty or missing. Long cells are cut for showing. */
  cells: (string | null)[];
}

/** A variable that the campaign's templates use. */
export interface CampaignVariable {
  name: string;
  /** The texts of the page that use it. */
  usedIn: PageField[];
  /** Those among them whose templates ask whether it is there: `{% if x %}`. Any text is, also "false". */
  testedIn: PageField[];
}

/**
 * - `rows`: each row makes a page.
 * - `combinations`: each column is a list; each combination of one text from each mapped column makes a page.
 */
export type ImportMode = 'rows' | 'combinations';

export interface ImportChoices {
  mode: ImportMode;
  /** One entry for each column, in their order; null for a column that is not imported. */
  targets: (ImportTarget | null)[];
  /** Texts that count as an empty cell, for each column; null or absent for none. Spaces around them do not matter. */
  empty?: (string[] | null)[];
}

/** Cells of a column that say something else than they seem to mean. */
export interface ColumnNote {
  column: string;
  /** Its place among the columns, from 0. */
  index: number;
  /**
   * - `nothing`: `N/A`, `NULL` and the like stand on pages as texts.
   * - `no`: a template asks whether the variable is there, and `false`, `0` and the like are.
   * - `curly-quotes`: the text is in quotation marks that stay.
   */
  kind: 'nothing' | 'no' | 'curly-quotes';
  /** Of rows, or combinations. */
  count: number;
  /** As they are written, 20 at most; none for `curly-quotes`. */
  values: string[];
}

export interface ImportOptions {
  /** True: the pages go live. False: they become drafts, and live pages keep their live version. */
  publish: boolean;
  /** True: faulty rows are left out. False: an import with a faulty row does not begin. */
  skipFaulty: boolean;
}

/** How far a check or a run is. */
export interface ImportProgress {
  state: JobState;
  /** Rows (or combinations) looked at so far. */
  done: number;
  total: number;
  /** Estimated seconds until the end; null while that is unknown. */
  secondsLeft: number | null;
  /** Why it failed, for people; null otherwise. */
  message: string | null;
  startedAt: Timestamp | null;
  finishedAt: Timestamp | null;
}

export interface ImportCheck extends ImportProgress {
  choices: ImportChoices;
  /** Final once `state` is `done`; counts so far before. */
  result: {
    /** Pages that the run would make. */
    create: number;
    /** Pages that are there already and would change. */
    update: number;
    /** Pages that are there already, and would be left alone when the run makes drafts. */
    same: number;
    /** Among `same`: those with no live version, or another one. A run that publishes would publish them. */
    sameButNotLive: number;
    faulty: number;
    /** Pages whose slug is made of the given one, which would need encoding in an address. */
    renamed: number;
    /** Pages that read like one before them in the file: the same text once the variables are taken out. */
    alike: number;
    /** Pages whose slug has more parts than the template, by a `/` in a value. */
    slashed: number;
  };
  /** What is remarkable about columns, in their order. */
  notes: ColumnNote[];
  /** True when the campaign's templates have changed since: check again before a run. */
  isOutdated: boolean;
}

export interface ImportRun extends ImportProgress {
  options: ImportOptions;
  result: {
    created: number;
    updated: number;
    same: number;
    /** Faulty rows that were left out. */
    skipped: number;
  };
}

export interface PageImportSummary {
  documentId: string;
  /** The file's name. */
  name: string;
  campaign: { documentId: string; name: string };
  website: { documentId: string; name: string };
  /** Rows of the file, faulty ones included. */
  rowCount: number;
  createdAt: Timestamp;
  check: ImportCheck | null;
  run: ImportRun | null;
}

export interface PageImport extends PageImportSummary {
  /** Null delimiter for JSON. */
  format: { kind: 'csv' | 'json'; delimiter: Delimiter | null };
  /** What people should know of how the file was read, each in a sentence. */
  remarks: string[];
  columns: ImportColumn[];
  /** The first rows. */
  sample: ImportRow[];
  /** The variables of the campaign's templates, as they are now. */
  variables: CampaignVariable[];
  /** Columns matched to variables and page fields by their names; null where nothing fits. */
  matched: ImportChoices['targets'];
  /** What a column without a match is likely to be, such as the slug for `url`: taken only when somebody says so. */
  suggested: ImportChoices['targets'];
}

export const FAULT_KINDS = [
  /** The row itself cannot be read: too few or too many cells, or a cell that is no text. */
  'unreadable-row',
  'missing-variable',
  'empty-result',
  'slug-taken',
  'duplicate',
  'broken-html',
  'template-error',
  'too-long',
  /** A character that cannot be stored. */
  'unstorable-text',
  /** An address in place of a slug. */
  'address',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** In words, for people: what is wrong and what to do. */
  message: string;
}

export interface FaultyRow {
  /** The line of the file, from 1; for combinations the number of the combination, from 1. */
  line: number;
  /** The slug of its page where there is one; for combinations also a way to identify it. */
  slug: string | null;
  faults: Fault[];
}

/** A page that gets another slug than the file or the template says. */
export interface RenamedPage {
  line: number;
  /** As the file or the template has it. */
  given: string;
  /** As it is stored. */
  slug: string;
}

/** A page whose slug has a part more because of a `/` in a value. */
export interface SlashedPage {
  line: number;
  slug: string;
  /** The variables with that value. */
  variables: string[];
}

/** A page and the first one of the same file that has the same text, once the variables are taken out. */
export interface NearDuplicate {
  line: number;
  slug: string;
  sibling: { line: number; slug: string };
}

export interface PageMeta {
  page: number;
  pageSize: number;
  total: number;
}
