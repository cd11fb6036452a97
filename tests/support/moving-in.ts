import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import {
  DELIVERY_PATHS,
  type PseoPageListItem,
  type PostListItem,
} from '../../src/plugins/content-delivery/contract';
import { dumpDatabase } from './documents';

const COMMANDS = path.resolve(__dirname, '..', '..', 'dist', 'commands');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Starts commands on the database of the environment, and ends those that are left at the end. */
export const createCommands = (name: 'import-api' | 'import-wordpress') => {
  const started = new Set<ChildProcess>();
  const start = (args: readonly string[], environment: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [path.join(COMMANDS, name, 'index.js'), ...args], {
      // What Node thinks of a database driver is nothing that the command says.
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.add(child);
    const written = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (written.out += String(chunk)));
    child.stderr.on('data', (chunk: Buffer) => (written.err += String(chunk)));
    const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...written }));
    return { child, ended };
  };
  return {
    start,
    run: (args: readonly string[], environment?: Record<string, string>): Promise<Ended> =>
      start(args, environment).ended,
    endAll: (): void => {
      for (const child of started) child.kill('SIGKILL');
    },
  };
};

/** Everything that the four routes say to a key: lists, each post, each page, each campaign; by address. */
export const everythingAt = async (baseUrl: string, apiKey: string): Promise<Record<string, string>> => {
  const answers: Record<string, string> = {};
  const get = async (route: string, parameters: Record<string, string> = {}): Promise<unknown> => {
    const query = new URLSearchParams({ apiKey, ...parameters });
    const answer = await fetch(`${baseUrl}${route}?${query.toString()}`);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} at ${route}: ${text}`);
    answers[`${route} ${JSON.stringify(parameters)}`] = text;
    return JSON.parse(text);
  };
  const { blog, taxonomies, internalLinks, pseoPages } = DELIVERY_PATHS;
  await get(taxonomies);
  await get(internalLinks);
  for (const { slug } of (await get(blog)) as PostListItem[]) await get(blog, { slug });
  const pages = (await get(pseoPages)) as PseoPageListItem[];
  for (const { slug } of pages) await get(pseoPages, { slug });
  for (const campaignId of new Set(pages.map((page) => page.campaignId))) {
    await get(pseoPages, { campaignId });
  }
  return answers;
};

/** What each table holds, in short: a table that differs is named, and nothing is printed of the others. */
export const tablesOf = async (strapi: Core.Strapi): Promise<Record<string, string>> => {
  const lines = (await dumpDatabase(strapi)).split('\n');
  const digests: Record<string, string> = {};
  for (let at = 0; at + 1 < lines.length; at += 2) {
    // A Strapi that is loaded notes there when it reports its own figures.
    if (lines[at] === 'strapi_core_store_settings') continue;
    digests[lines[at] ?? ''] = createHash('sha256')
      .update(lines[at + 1] ?? '')
      .digest('hex');
  }
  return digests;
};
