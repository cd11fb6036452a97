import type { ImportReportLine } from '../../src/plugins/content-delivery/contracts/import-reports';
import type { Imports } from '../../src/plugins/content-delivery/server/src/pseo/imports';

/** Something to say of a row. */
interface Finding {
  line: number;
  /** Goes on after "line 12". */
  text: string;
}

type Loss = ImportReportLine['loss'];
type Page<T> = Promise<{ rows: T[] }>;

const BATCH_SIZE = 200;

async function* allOf<T>(
  ask: (offset: number, limit: number) => Page<T>,
  { from, upTo }: Span,
): AsyncGenerator<T> {
  for (let at = from; at < upTo; at += BATCH_SIZE) {
    const limit = Math.min(BATCH_SIZE, upTo - at);
    const { rows } = await ask(at, limit);
    yield* rows;
    if (rows.length < limit) return;
  }
}

interface Span {
  from: number;
  upTo: number;
}
const WHOLE: Span = { from: 0, upTo: Infinity };

/** What a check and a run of an import have found about rows, by what it means for them. */
export const findingsOf = (imports: Imports, documentId: string) => {
  async function* faulty(span = WHOLE): AsyncGenerator<Finding> {
    for await (const { line, faults } of allOf(
      (offset, limit) => imports.faulty(documentId, offset, limit),
      span,
    )) {
      for (const { kind, message } of faults) yield { line, text: `: ${kind}: ${message}` };
    }
  }
  async function* renamed(span = WHOLE): AsyncGenerator<Finding> {
    for await (const { line, given, slug } of allOf(
      (offset, limit) => imports.renamed(documentId, offset, limit),
      span,
    ))
      yield { line, text: `: the slug ${JSON.stringify(given)} becomes ${slug}` };
  }
  async function* slashed(span = WHOLE): AsyncGenerator<Finding> {
    for await (const { line, slug, variables } of allOf(
      (offset, limit) => imports.slashed(documentId, offset, limit),
      span,
    ))
      yield { line, text: `: the slug ${slug} has a "/" from the value of ${variables.join(', ')}` };
  }
  async function* alike(span = WHOLE): AsyncGenerator<Finding> {
    for await (const { line, slug, sibling } of allOf(
      (offset, limit) => imports.alike(documentId, offset, limit),
      span,
    ))
      yield { line, text: ` (${slug}) reads like line ${sibling.line} (${sibling.slug})` };
  }

  const kinds: [Loss, (span?: Span) => AsyncGenerator<Finding>, string][] = [
    ['left-out', faulty, 'Correct the row.'],
    ['altered', renamed, 'Give the row another slug where this one will not do.'],
    ['note', slashed, 'In the slug template, the filter slugify takes the slash away.'],
    ['note', alike, 'Give the row more of its own.'],
  ];

  return {
    faulty,
    renamed,
    slashed,
    alike,

    /** All of them, for a file. */
    async reportLines(): Promise<ImportReportLine[]> {
      const lines: ImportReportLine[] = [];
      for (const [loss, found, whatToDo] of kinds) {
        for await (const { line, text } of found()) {
          const what = text.replace(/^: /, '');
          lines.push({ loss, kind: 'page', where: `line ${line}`, what: what.trim(), whatToDo, count: 1 });
        }
      }
      return lines;
    },
  };
};
