import { slugFromTitle } from '../../content/rules/free-slug';
import { withWrittenNumbers } from '../../platform/written-numbers';
import { meantBy } from '../../pseo/imports/null-like-values';
import { isRecord } from '../../platform/formats';
import type { Fields } from '../fields';
import { freeSlugs, liveFirst } from '../free-slugs';
import { decoded, plainPath } from '../html/decoded';
import { OTHER_VIEWS } from '../html/old-site';
import { dateFrom } from '../source-dates';
import { FIELD_NAMES, plainName, postFieldsOf, type PostFields } from '../markdown/fields';
import type { Source } from '../markdown/site';
import { MigrationProblem } from '../writer';
import type { ReportWriter } from '../report';
import { shown } from '../texts';
import type { TableOptions } from './options';
import { readTable, type TableRow } from './read';
import { ownOf } from '../../../../contracts/own';

/** A row that becomes a post, without its text. */
export interface TablePost extends Omit<Source, 'file' | 'isJekyll' | 'hiddenBy'> {
  line: number;
  /** Names it within the table. */
  key: string;
  /** As it stands there; empty without one. */
  status: string;
}

/** In small letters, without `-` and `_`, as all names of columns are compared. */
const KEY = ['id', 'uid', 'postid', 'key'];
const SCHEDULED = ['scheduledate', 'scheduledfor', 'scheduledat', 'publishat'];
/** Of these an empty one says that a post was not published, whatever other dates there are. */
const PUBLICATION = [
  ...['publishedat', 'publishdate', 'publisheddate', 'publishedon', 'datepublished', 'publicationdate'],
  ...['pubdate', 'pubdatetime', 'published'],
];
/** Texts that say for whom a post is. */
const STATUS = ['status', 'state', 'visibility'];
const LISTS: readonly string[] = [...FIELD_NAMES.tags, ...FIELD_NAMES.categories, ...FIELD_NAMES.authors];
const CONTENT = ['content', 'html', 'body', 'text', 'contenthtml', 'bodyhtml', 'markdown'];

/** Columns that mean the same, by the name that `--map` has for it. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  id: KEY,
  title: FIELD_NAMES.title,
  slug: FIELD_NAMES.slug,
  url: FIELD_NAMES.permalink,
  content: CONTENT,
  date: FIELD_NAMES.published,
  updated: FIELD_NAMES.updated,
  status: STATUS,
  category: FIELD_NAMES.categories,
  tags: FIELD_NAMES.tags,
  author: FIELD_NAMES.authors,
  image: FIELD_NAMES.image,
  imageAlt: FIELD_NAMES.imageAlt,
  metaTitle: FIELD_NAMES.seoTitle,
  description: FIELD_NAMES.description,
  language: FIELD_NAMES.language,
  scheduleDate: SCHEDULED,
};

/** What `--map` can say of a column. */
export const TABLE_FIELDS: readonly string[] = Object.keys(SAME);

const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined;

/** The value of the first of the names that has one. */
const valueOf = (fields: Fields, names: readonly string[]): unknown =>
  names
    .flatMap((name) => Object.entries(fields).filter(([column]) => plainName(column) === name))
    .map(([, value]) => value)
    .find((value) => !isEmpty(value));

/** `{"$oid": "65a"}` and `{"$date": "2024-01-01"}`, as MongoDB writes them. */
const unwrapped = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $oid, $date } = value as { $oid?: unknown; $date?: unknown };
  return $oid ?? $date ?? value;
};

/** `a, b`, `a; b`, `a | b` or `["a", "b"]` in one cell. */
const listIn = (text: string): unknown => {
  if (/^\s*\[/.test(text)) {
    try {
      return JSON.parse(text, withWrittenNumbers) as unknown;
    } catch {
      // It is a name that begins so.
    }
  }
  return !text.includes(',') && /[;|]/.test(text) ? text.split(/[;|]/) : text;
};

const YES = /^(?:true|yes|y|t|on|1|x|ja|wahr|oui|vrai|s[ií]|verdadero|vero|sim|verdadeiro)$/i;

const byPlainName = <Value>(columns: ReadonlyMap<string, Value>): Map<string, Value> =>
  new Map([...columns].map(([column, value]) => [plainName(column), value]));

/** What columns are called by their meaning; one that the operator has named comes before others that mean the same. */
const renamed = ({ fields }: TableRow, { map, empty }: TableOptions): Fields => {
  const empties = byPlainName(empty);
  const meant = byPlainName(map);
  const replaced = new Set([...meant.values()].flatMap((field) => ownOf(SAME, field) ?? []));
  const named = Object.entries(fields).flatMap(([column, given]): [string, unknown][] => {
    const plain = plainName(column);
    const field = meant.get(plain);
    if (field === '' || (field === undefined && replaced.has(plain))) return [];
    const name = field ?? column.trim();
    const value = unwrapped(given);
    if (typeof value === 'string' && empties.get(plain)?.includes(value.trim())) return [[name, '']];
    if (typeof value !== 'string') return [[name, value]];
    if (LISTS.includes(plainName(name))) return [[name, listIn(value)]];
    // A switch, and no date.
    return [[name, plainName(name) === 'published' && YES.test(value.trim()) ? true : value]];
  });
  return Object.fromEntries(named);
};

/** @throws MigrationProblem for a column that the operator has named and the file does not have */
const expectColumns = ({ map, empty }: TableOptions, columns: ReadonlySet<string>): void => {
  for (const [option, named] of [
    ['--map', map],
    ['--empty', empty],
  ] as const) {
    const missing = [...named.keys()].filter((column) => !columns.has(plainName(column)));
    if (missing.length === 0) continue;
    throw new MigrationProblem(
      `${option}: the file has no column ${missing.map((name) => `"${name}"`).join(', ')}.`,
    );
  }
};

/** All names of columns that a post takes something of. */
const TAKEN: ReadonlySet<string> = new Set(Object.values(SAME).flat());

/** Counts, column by column, the texts by which people and programs say that there is nothing. */
const createNothings = ({ map, empty }: TableOptions) => {
  const found = new Map<string, Map<string, number>>();
  const meant = byPlainName(map);
  const empties = byPlainName(empty);
  return {
    add(fields: Fields): void {
      for (const [column, value] of Object.entries(fields)) {
        const plain = plainName(column);
        if (typeof value !== 'string' || meantBy(value) !== 'nothing') continue;
        if (!(meant.has(plain) ? meant.get(plain) !== '' : TAKEN.has(plain))) continue;
        const text = value.trim();
        if (empties.get(plain)?.includes(text)) continue;
        const texts = found.get(column) ?? new Map<string, number>();
        found.set(column, texts.set(text, (texts.get(text) ?? 0) + 1));
      }
    },
    say(report: ReportWriter): void {
      for (const [column, texts] of found) {
        const written = [...texts.keys()].slice(0, MAX_TEXTS);
        report.add(
          { loss: 'note', kind: 'website', where: `the column "${shown(column)}"` },
          `Cells read ${written.map((text) => `"${text}"`).join(', ')}, as people and programs write that there is nothing. They came as they are.`,
          `Let them count as empty: --empty '${column}=${written.join(',')}'.`,
          [...texts.values()].reduce((sum, count) => sum + count, 0),
        );
      }
    },
  };
};
/** Ways to write nothing that are named of a column. */
const MAX_TEXTS = 20;

interface Publication {
  published: Date | null;
  hasDate: boolean;
  /** What keeps it from readers beside what its fields say; null for nothing. */
  hiddenBy: string | null;
}

/** When a post was or is to be published, and whether its table says that it was not. */
const publicationOf = (given: Fields, fields: PostFields, now: Date): Publication => {
  const status = String(valueOf(given, STATUS) ?? '').trim();
  const columns = Object.entries(given).map(([name, value]) => [plainName(name), value] as const);
  const hidden = (by: string): Publication => ({ published: null, hasDate: true, hiddenBy: by });
  const emptyStatus = columns.find(([name, value]) => STATUS.includes(name) && isEmpty(value));
  if (emptyStatus && status === '') return hidden(emptyStatus[0]);

  const publication = columns.filter(([name]) => PUBLICATION.includes(name));
  const own = publication.map(([, value]) => value).find((value) => !isEmpty(value) && value !== true);
  const due = valueOf(given, SCHEDULED);
  const isScheduled = /^(?:future|scheduled)$/i.test(status);
  if (isScheduled) {
    const date = dateFrom(fields.published);
    const at = dateFrom(due ?? own) ?? (date !== null && date > now ? date : null);
    return at === null ? hidden('status') : { published: at, hasDate: true, hiddenBy: null };
  }
  const [first] = publication;
  if (first && publication.every(([, value]) => isEmpty(value))) return hidden(first[0]);
  const later = dateFrom(due);
  const written = own ?? fields.published;
  const published = dateFrom(written);
  return {
    published: later !== null && (published === null || later > published) ? later : published,
    hasDate: !isEmpty(written) || !isEmpty(due),
    hiddenBy: null,
  };
};

/** A status that says when, and not for whom. */
const withoutScheduled = (given: Fields): Fields =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        !(STATUS.includes(plainName(name)) && /^(?:future|scheduled)$/i.test(String(value).trim())),
    ),
  );

/** The path of an old address; null for that of another website, and for one that only a query tells apart. */
const pathFrom = (written: string, { host, origin }: URL): string | null => {
  const bare = host.replace(/^www\./, '');
  const address =
    written.startsWith(bare) || written.startsWith(`www.${bare}`) ? `https://${written}` : written;
  const url = address === '' ? null : URL.parse(address, origin);
  return url?.host.replace(/^www\./, '') === bare && plainPath(url.pathname) !== '' ? url.pathname : null;
};

/** By what a row is known; empty for one that has nothing for it. */
const keyIn = (given: Fields, wantedSlug: string, title: string): string => {
  const id = valueOf(given, KEY);
  const named = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
  return named || wantedSlug || title;
};

const slugIn = ({ slug }: PostFields): string => decoded(slug.split('/').filter(Boolean).at(-1) ?? '');

/** The text of a row as it stands there, and the key of the row. Null for a text that is none. */
export const contentIn = (
  row: TableRow,
  options: TableOptions,
  now: Date,
): { key: string; text: string | null } => {
  const given = renamed(row, options);
  const fields = postFieldsOf(given, false, now);
  const names = options.syntax === 'markdown' ? ['content', 'markdown', ...CONTENT] : CONTENT;
  const text = valueOf(given, names) ?? '';
  const isText = typeof text === 'string' || typeof text === 'number';
  return { key: keyIn(given, slugIn(fields), fields.title), text: isText ? String(text) : null };
};

const isLive = ({ fields: { hiddenBy }, published }: Pick<TablePost, 'fields' | 'published'>): boolean =>
  hiddenBy === null && published !== null;

export interface TableSurvey {
  /** By line, in the order of the file. */
  posts: ReadonlyMap<number, TablePost>;
  /** The slug of the post at a path of the old website; null for all others. */
  slugAt(pathname: string): string | null;
}

/** Reads the file once, and says in the report which rows cannot become posts. @throws MigrationProblem */
export const surveyTable = async (
  options: TableOptions,
  report: ReportWriter,
  now: Date,
): Promise<TableSurvey> => {
  const found: Omit<TablePost, 'slug'>[] = [];
  const keys = new Set<string>();
  const columns = new Set<string>();
  const nothings = createNothings(options);
  const remark = (what: string): void =>
    report.add(
      { loss: 'note', kind: 'website', where: 'the file' },
      what,
      'Nothing, if these are the posts.',
    );
  for await (const row of readTable(options.file, options.read, remark)) {
    for (const name of Object.keys(row.fields)) columns.add(plainName(name));
    const leaveOut = (what: string): void =>
      report.leftOut(
        { kind: 'post', where: `line ${row.line}` },
        what,
        'Correct the file, and run this again.',
      );
    if (row.fault !== null) {
      leaveOut(row.fault);
      continue;
    }
    nothings.add(row.fields);
    const given = renamed(row, options);
    const fields = postFieldsOf(withoutScheduled(given), false, now);
    const wanted = slugIn(fields);
    const key = keyIn(given, wanted, fields.title);
    if (key === '') {
      leaveOut(
        'It has no title, no slug and no id. Perhaps its columns have other names (--map column=title), or the file is no list of posts.',
      );
      continue;
    }
    if (keys.has(key)) {
      leaveOut(`The file has "${shown(key)}" twice. The first one comes.`);
      continue;
    }
    keys.add(key);
    const { published, hasDate, hiddenBy } = publicationOf(given, fields, now);
    const ofTexts: string[] = [...FIELD_NAMES.title, ...FIELD_NAMES.description, ...FIELD_NAMES.seoTitle];
    const ofTable = [...CONTENT, ...SCHEDULED, ...KEY];
    found.push({
      line: row.line,
      key,
      fields: {
        ...fields,
        hiddenBy: fields.hiddenBy ?? hiddenBy,
        others: [
          ...fields.others.filter((name) => !ofTable.includes(plainName(name))),
          ...Object.keys(given).filter((name) => ofTexts.includes(plainName(name)) && isRecord(given[name])),
        ],
      },
      status: String(valueOf(given, STATUS) ?? ''),
      wantedSlug: wanted || slugFromTitle(fields.title || key),
      published,
      updated: dateFrom(fields.updated),
      hasDate,
      oldPath: pathFrom(fields.permalink, options.address),
    });
  }
  expectColumns(options, columns);
  nothings.say(report);

  const slugs = freeSlugs(liveFirst(found, isLive), ({ wantedSlug, fields }) => ({
    slug: wantedSlug,
    title: fields.title || wantedSlug,
  }));
  // Of several with one path the first counts, which readers know if they know any of them.
  const byPath = new Map(
    [...slugs]
      .reverse()
      .flatMap(([{ oldPath }, slug]) => (oldPath === null ? [] : [[plainPath(oldPath), slug] as const])),
  );
  return {
    posts: new Map(found.map((post) => [post.line, { ...post, slug: slugs.get(post) ?? '' }])),
    slugAt(pathname) {
      const path = plainPath(pathname);
      return byPath.get(path) ?? byPath.get(path.replace(OTHER_VIEWS, '')) ?? null;
    },
  };
};
