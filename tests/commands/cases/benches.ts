import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Case, Place } from '../case';

interface Figures {
  results: { name: string; value: number | null }[];
}

/** What a benchmark has measured, by its name. */
const figuresIn = async ({ project }: Place, file: string): Promise<Figures['results']> => {
  const { results }: Figures = JSON.parse(await readFile(path.join(project, '.tmp', file), 'utf8'));
  return results;
};

/** Holds that a benchmark has written figures, those of each of its groups among them. */
const writes =
  (file: string, ...names: RegExp[]): NonNullable<Case['seen']> =>
  async (at) => {
    const results = await figuresIn(at, file);
    for (const name of names) expect(results.filter((result) => name.test(result.name))).not.toEqual([]);
    // What could not be divided is no number in JSON.
    expect(results.filter(({ value }) => typeof value !== 'number')).toEqual([]);
  };

export const BENCHES: readonly Case[] = [
  {
    name: 'bench',
    shown: /^npm run bench(?: |$)(?!.*--database)/,
    instead: ['npm run bench -- --quick --rounds 1 --seconds 0.2 --sizes 100'],
    seen: writes(
      'bench.json',
      /^warm post, 11 KB, of bare node:http$/,
      /^cold part /,
      /^first list /,
      /^warm post among /,
      /^builds for /,
      /^start to first 200, of a stock Strapi$/,
    ),
    seconds: 400,
  },
  {
    name: 'bench, on a server',
    shown: /^npm run bench -- --database /,
    instead: [
      'npm run bench -- --database postgres --quick --rounds 1 --seconds 0.2 --sizes 100 --only cold',
    ],
    seen: writes('bench.json', /^cold post /),
    seconds: 120,
  },
  {
    name: 'bench:editor',
    shown: /^npm run bench:editor(?: |$)/,
    instead: ['npm run bench:editor -- --kilobytes 20 --rounds 1 --profile .tmp/typing.cpuprofile'],
    async seen(at, ...rest) {
      await writes('bench-editor.json', /^open it$/, /^answer a key$/)(at, ...rest);
      await readFile(path.join(at.project, '.tmp', 'typing.cpuprofile'));
    },
    seconds: 120,
  },
  {
    name: 'bench:edge',
    shown: /^npm run bench:edge(?: |$)/,
    instead: ['npm run bench:edge -- --edits 3'],
    says: /^From commit to fresh at the edge, 3 changes, /m,
  },
  {
    name: 'bench:pseo',
    shown: /^npm run bench:pseo(?: |$)(?!.*stalls)/,
    instead: ['npm run bench:pseo -- --sizes 1000'],
    seen: writes(
      'bench-pseo.json',
      /^file to live pages/,
      /^first page after /,
      /^p99 of warm reads of the same website /,
      /^a page published /,
    ),
    seconds: 200,
  },
  {
    name: 'bench:pseo, stalls',
    shown: /^npm run bench:pseo -- --only stalls/,
    instead: ["npm run bench:pseo -- --only stalls --sizes 2000 --requests 'save a,drip'"],
    seen: writes('bench-pseo.json', /^nothing, at the beginning$/, /^save a website$/, /^start a drip$/),
    seconds: 200,
  },
  {
    name: 'bench of the client',
    shown: /^npm --prefix client run bench$/,
    instead: ['npm --prefix client run bench -- --kilobytes 10 --keywords 100'],
    says: /^Japanese /m,
  },
];
