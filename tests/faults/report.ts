import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { Figures, Violation } from './checker';
import type { History } from './history';

export interface Report {
  database: string;
  seed: number;
  seconds: number;
  /** How often each fault was played, by name. */
  played: Record<string, number>;
  /** Why others were not, by name. */
  notPlayed: Record<string, string>;
  figures: Figures;
  violations: Violation[];
}

/** Writes `<database>.json`, and what every client saw as `<database>.history.jsonl`, one read or write a line. */
export const writeReport = async (folder: string, report: Report, history: History): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const at = (name: string): string => path.join(folder, `${report.database}.${name}`);
  await writeFile(at('json'), `${JSON.stringify(report, null, 2)}\n`);
  const lines = createWriteStream(at('history.jsonl'));
  for (const write of history.writes) lines.write(`${JSON.stringify({ write })}\n`);
  for (const read of history.reads) lines.write(`${JSON.stringify({ read })}\n`);
  lines.end();
  await finished(lines);
};
