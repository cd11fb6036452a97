import * as packed from '../../packed';
import type { ExportPart } from '../../packed';
import { MigrationProblem } from '../../writer';
import type { ExportEntry } from './entries';
import { EXPORT_AGAIN } from './export-again';
import { ExportParser } from './parser';
import { exportText, withEntities } from './text';

export type { ExportPart } from '../../packed';
export type { ExportAuthor, ExportEntry, Item, Site } from './entries';

/** The parts of all files that were given, as one export. @throws MigrationProblem */
export const partsOf = (files: readonly string[]): Promise<ExportPart[]> =>
  packed.partsOf(files, { endings: ['.xml'], exportAgain: EXPORT_AGAIN });

/** Characters that a single element may have. */
const MAX_ELEMENT = 64 * 1024 * 1024;
/** Of the beginning of a file that is no XML, as it is shown. */
const SHOWN = 40;

/** What was wrong with the text of the file, and did not matter. */
export interface Mistake {
  line: number;
  what: string;
}

/**
 * Reads an export of WordPress, all parts of it, one entry at a time: never more than one item is held.
 * @throws MigrationProblem for a file that is something else, damaged or cut off
 */
export async function* readExport(
  parts: readonly ExportPart[],
  onMistake: (mistake: Mistake) => void,
): AsyncGenerator<ExportEntry> {
  for (const { name, bytes } of parts) {
    try {
      yield* readPart(bytes(), onMistake);
    } catch (error) {
      if (!(error instanceof MigrationProblem) || parts.length === 1) throw error;
      throw new MigrationProblem(`${name}: ${error.message}`);
    }
  }
}

async function* readPart(
  bytes: AsyncIterable<Uint8Array>,
  onMistake: (mistake: Mistake) => void,
): AsyncGenerator<ExportEntry> {
  const noted = (line: number, what: string): void => onMistake({ line, what });
  const texts = withEntities(exportText(bytes, noted), noted);
  let parser: ExportParser | null = null;
  let linesBefore = 0;
  let silent = 0;
  for await (const piece of texts) {
    let text = piece;
    if (!parser) {
      text = piece.trimStart();
      linesBefore += piece.slice(0, piece.length - text.length).split('\n').length - 1;
      if (text === '') continue;
      checkBeginning(text);
      parser = new ExportParser(linesBefore, noted);
    }
    const entries = parser.write(text);
    silent = entries.length > 0 ? 0 : silent + text.length;
    if (silent > MAX_ELEMENT) {
      throw new MigrationProblem(
        `Nothing ends in ${MAX_ELEMENT / 1024 / 1024} MB of the file. Is it an export?`,
      );
    }
    yield* entries;
  }
  if (!parser) throw new MigrationProblem('The file is empty.');
  yield* parser.end();
}

const checkBeginning = (text: string): void => {
  if (text.startsWith('<')) return;
  throw new MigrationProblem(
    `This is not an export of WordPress: it begins with "${text.slice(0, SHOWN).replace(/\s+/g, ' ')}" instead of XML. ${EXPORT_AGAIN}`,
  );
};
