import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { median } from './compare';

/** What is wanted of a figure: must be reached, and is aimed at. */
export interface Wanted {
  must: number;
  aim: number;
  better: 'higher' | 'lower';
}

export interface Result {
  name: string;
  /** How many posts the database had. */
  posts: number;
  /** One of each round; the figure that counts is their median. */
  rounds: number[];
  unit: '' | ' MB' | ' ms';
  /** Null for a figure that is there to compare with. */
  wanted: Wanted | null;
  /** The figures behind it, in words. */
  detail: string;
}

const verdict = (value: number, wanted: Wanted | null): string => {
  if (!wanted) return '-';
  const reaches = (limit: number) => (wanted.better === 'higher' ? value >= limit : value <= limit);
  if (reaches(wanted.aim)) return 'aim met';
  return reaches(wanted.must) ? 'must met' : 'MISSED';
};

const number = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : value < 0.1 ? 4 : 2);

const summarize = (result: Result) => {
  const value = median(result.rounds);
  return { ...result, value, verdict: verdict(value, result.wanted) };
};

export const toTable = (results: readonly Result[]): string => {
  const limit = (wanted: Wanted | null, which: 'must' | 'aim') =>
    wanted ? `${wanted.better === 'higher' ? '>=' : '<='} ${number(wanted[which])}` : '';
  const rows = results
    .map(summarize)
    .map((result) => [
      result.name,
      String(result.posts),
      `${number(result.value)}${result.unit}`,
      limit(result.wanted, 'must'),
      limit(result.wanted, 'aim'),
      result.verdict,
      result.detail,
    ]);
  const table = [['case', 'posts', 'ratio', 'must', 'aim', 'verdict', 'medians of the rounds'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** The same as JSON, with every round. */
export const writeJson = async (
  file: string,
  conditions: Record<string, unknown>,
  results: readonly Result[],
): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...conditions, results: results.map(summarize) }, null, 2)}\n`);
};
