import type { ImportReportLine } from '../../../contracts/import-reports';
import type { EntryKind } from './incoming';

/** One thing to know of a migration. */
export interface ReportLine extends ImportReportLine {
  kind: EntryKind | 'website' | 'image';
  /** Each of them, where there are several and they have names: `where` has only some. */
  entries?: readonly string[];
}

/** What a line is about, and how bad it is. */
type About = Pick<ReportLine, 'loss' | 'kind' | 'where'>;

/** What became of the entries of a kind. */
export interface Counts {
  /** New here. */
  made: number;
  /** Changed at the source since they were brought in, and here too now. */
  updated: number;
  /** Brought in before, or here already and the same. */
  unchanged: number;
  leftOut: number;
}

export interface Report {
  counts: Record<EntryKind, Counts>;
  /** Copied into the media library by this run. */
  images: number;
  lines: ReportLine[];
  /** For a front end that redirects: where posts that are here now were at the source, in the order of the source. */
  oldAddresses: OldAddress[];
}

export interface OldAddress {
  /** Path and query, as the source writes them. */
  from: string;
  slug: string;
}

/** Lines that name their place as an example, beyond which one line covers all of its kind. */
const EXAMPLES = 3;

const KINDS: readonly EntryKind[] = ['category', 'tag', 'author', 'link', 'post', 'campaign', 'page'];

/** Collects what there is to say of a migration. */
export const createReport = () => {
  const counts = Object.fromEntries(
    KINDS.map((kind): [EntryKind, Counts] => [kind, { made: 0, updated: 0, unchanged: 0, leftOut: 0 }]),
  ) as Record<EntryKind, Counts>;
  const report: Report = { counts, images: 0, lines: [], oldAddresses: [] };
  const repeated = new Map<
    string,
    {
      line: ReportLine;
      entries: string[];
      names: Set<string>;
      /** Those that the line names, as it names them. */
      first?: string | undefined;
    }
  >();

  return {
    report,

    /** @param count how many entries the line is about */
    add(about: About, what: string, whatToDo: string, count = 1): void {
      report.lines.push({ ...about, what, whatToDo, count });
    },

    /**
     * For what may hold for thousands of entries: one line for all, with a count and some of them by name.
     * @param group what has a line of its own for the same thing
     * @param named how many of them the line names
     */
    addRepeated(about: About, what: string, whatToDo: string, group = '', named = EXAMPLES): void {
      const key = `${about.loss} ${about.kind} ${group} ${what}`;
      const known = repeated.get(key);
      if (!known) {
        const first = { ...about, what, whatToDo, count: 1 };
        report.lines.push(first);
        repeated.set(key, { line: first, entries: [about.where], names: new Set([about.where]) });
        return;
      }
      const { entries, names } = known;
      entries.push(about.where);
      if (names.size < named && !names.has(about.where)) known.first = undefined;
      names.add(about.where);
      known.first ??= [...names].slice(0, named).join(', ');
      const others = names.size - named;
      Object.assign(known.line, {
        count: entries.length,
        entries,
        where: known.first + (others > 0 ? ` and ${others} more` : ''),
      } satisfies Partial<ReportLine>);
    },

    counted<Outcome extends keyof Counts>(kind: EntryKind, outcome: Outcome): Outcome {
      counts[kind][outcome] += 1;
      return outcome;
    },

    /** An entry that is not here: a line for it, and its place in the counts. */
    leftOut({ kind, where }: { kind: EntryKind; where: string }, what: string, whatToDo: string): void {
      report.lines.push({ where, what, whatToDo, loss: 'left-out', kind, count: 1 });
      counts[kind].leftOut += 1;
    },

    /** True when everything is here as it was. */
    isComplete: (): boolean => report.lines.every(({ loss }) => loss === 'note'),
  };
};

/** What a person looks at first: single entries that are not here, then those that came otherwise, then all else. */
export const mostImportantFirst = <Line extends ImportReportLine>(lines: readonly Line[]): Line[] => {
  const rank = ({ loss, kind, where, count }: Line): number =>
    ['left-out', 'altered', 'note'].indexOf(loss) * 4 +
    (kind === 'website' || kind === 'image' || where.startsWith('all ') ? 2 : 0) +
    (count === 1 ? 0 : 1);
  return [...lines].sort((a, b) => rank(a) - rank(b));
};

export type ReportWriter = ReturnType<typeof createReport>;
