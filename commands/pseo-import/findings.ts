import type { ImportReportLine } from '../../src/plugins/content-delivery/contracts/import-reports';
import type { Imports } from '../../src/plugins/content-delivery/server/src/pseo/imports';

/** Something to say of a row. */
interface Finding {
  line: number;
  /** Goes on after "line 12". */
  text: string;
}

interface Span {
  from: number;
  upTo: number;
}

const BATCH_SIZE = 200;

/** What a check and a run of an import have found about rows, by what it means for them. */
export const findingsOf = (imports: Imports, documentId: string) => {
  const found = <Row>(
    ask: (id: string, offset: number, limit: number) => Promise<{ rows: Row[] }>,
    inWords: (row: Row) => Finding[],
  ) =>
    async function* ({ from, upTo }: Span = { from: 0, upTo: Infinity }): AsyncGenerator<Finding> {
      for (let at = from; at < upTo; at += BATCH_SIZE) {
        const limit = Math.min(BATCH_SIZE, upTo - at);
        const { rows } = await ask(documentId, at, limit);
        yield* rows.flatMap(inWords);
        if (rows.length < limit) return;
      }
    };

  const faulty = found(imports.faulty, ({ line, faults }) =>
    faults.map(({ kind, message }) => ({ line, text: `: ${kind}: ${message}` })),
  );
  const renamed = found(imports.renamed, ({ line, given, slug }) => [
    { line, text: `: the slug ${JSON.stringify(given)} becomes ${slug}` },
  ]);
  const slashed = found(imports.slashed, ({ line, slug, variables }) => [
    { line, text: `: the slug ${slug} has a "/" from the value of ${variables.join(', ')}` },
  ]);
  const alike = found(imports.alike, ({ line, slug, sibling }) => [
    { line, text: ` (${slug}) reads like line ${sibling.line} (${sibling.slug})` },
  ]);

  const kinds = [
    ['left-out', faulty, 'Correct the row.'],
    ['altered', renamed, 'Give the row another slug where this one will not do.'],
    ['note', slashed, 'In the slug template, the filter slugify takes the slash away.'],
    ['note', alike, 'Give the row more of its own.'],
  ] as const;

  return {
    faulty,
    renamed,
    slashed,
    alike,

    /** All of them, for a file. */
    async reportLines(): Promise<ImportReportLine[]> {
      const lines: ImportReportLine[] = [];
      for (const [loss, findings, whatToDo] of kinds) {
        for await (const { line, text } of findings()) {
          const what = text.replace(/^: /, '');
          lines.push({ loss, kind: 'page', where: `line ${line}`, what: what.trim(), whatToDo, count: 1 });
        }
      }
      return lines;
    },
  };
};
