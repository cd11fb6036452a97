import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { stop, stopProcess } from '../stop';
import { until } from '../until';
import { freePort } from './free-port';

const DEPLOY = path.resolve(__dirname, '..', '..', '..', 'deploy', 'nginx');
const run = promisify(execFile);
/** Debian has it where only root looks. */
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` };

/** A line of the access log. What was tried more than once has several entries in `instance`, parted by commas. */
export interface LoggedRequest {
  path: string;
  status: string;
  instance: string;
  instanceStatus: string;
  requestId: string;
}

interface Options {
  /** Ports of the instances on 127.0.0.1. */
  instances: readonly number[];
  /** Options of the file that are turned on: `cache` for the lines that begin with `#cache:`. */
  options?: readonly string[];
  /** Of each of the two workers: both ends of what it hands on count. */
  connections?: number;
}

/** @throws Error that says how to get it */
export const requireNginx = async (): Promise<void> => {
  await run('nginx', ['-v'], { env: ENVIRONMENT }).catch(() => {
    throw new Error(
      'These tests need nginx 1.22 or later on the PATH: apt-get install -y --no-install-recommends nginx',
    );
  });
};

/** Takes away a text that has to be there, so that a change of the file does not go unnoticed. */
const replace = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`deploy/nginx has no "${from}" any more.`);
  return text.replaceAll(from, to);
};

/**
 * Runs nginx with the configuration of `deploy/nginx`, without rights and in a separate folder, on a free port of
 * 127.0.0.1. Of the files that operators adapt only addresses and folders are changed.
 */
export const startNginx = async ({ instances, options = [], connections = 512 }: Options) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-nginx-'));
  const port = await freePort();
  const at = (...names: string[]) => path.join(folder, ...names);
  await mkdir(at('logs'));
  await cp(path.join(DEPLOY, 'content-delivery'), at('content-delivery'), { recursive: true });

  const site = await readFile(at('content-delivery', 'site.conf'), 'utf8');
  await writeFile(
    at('content-delivery', 'site.conf'),
    replace(replace(site, 'listen 80;', `listen 127.0.0.1:${port};`), '/var/log/nginx', at('logs')),
  );
  const listed = await readFile(at('content-delivery', 'instances.conf'), 'utf8');
  const lines = listed.replace(/^#.*$/gm, '');
  await writeFile(
    at('content-delivery', 'instances.conf'),
    instances.map((instance) => replace(lines, '127.0.0.1:1337', `127.0.0.1:${instance}`)).join('\n'),
  );
  let main = await readFile(path.join(DEPLOY, 'content-delivery.conf'), 'utf8');
  for (const option of options) main = replace(main, `#${option}: `, '');
  main = replace(main.replaceAll('/var/cache/nginx', at('cache')), '/var/www/acme', at('acme'));
  const plainPort = await freePort();
  main = main.replace(/^( *)listen 80;/m, `$1listen 127.0.0.1:${plainPort};`);
  await mkdir(at('cache'));
  await mkdir(at('acme', '.well-known', 'acme-challenge'), { recursive: true });
  await writeFile(at('acme', '.well-known', 'acme-challenge', 'token'), 'what the authority asks for');
  await writeFile(at('content-delivery.conf'), main);

  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    at('nginx.conf'),
    [
      'daemon off;',
      'worker_processes 2;',
      // Started by root, the workers run as another user unless configured; this folder is not for them.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `pid ${at('nginx.pid')};`,
      `error_log ${at('logs', 'error.log')} info;`,
      `events { worker_connections ${connections}; }`,
      'http {',
      ...temporary.map((name) => `${name}_temp_path ${at(name)};`),
      `include ${at('content-delivery.conf')};`,
      '}',
    ].join('\n'),
  );

  await run('nginx', ['-t', '-c', at('nginx.conf'), '-p', folder, '-e', at('logs', 'error.log')], {
    env: ENVIRONMENT,
  }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const child = spawn('nginx', ['-c', at('nginx.conf'), '-p', folder, '-e', at('logs', 'error.log')], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const end = async (): Promise<void> => {
    await stopProcess('nginx', child);
    await stop('the removal of its folder', () => rm(folder, { recursive: true, force: true }));
  };
  const listens = (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`nginx has ended: ${errors}`);
    return isListening(port);
  };
  await until('nginx', listens, { every: 20, seen: () => errors }).catch(async (error: unknown) => {
    await end();
    throw error;
  });

  return {
    port,
    /** Where those are sent on from who come without TLS, with the option `tls`. */
    plainPort,
    /** The access log, once it has so many lines: nginx writes each behind its answer. */
    async requests(atLeast = 0): Promise<LoggedRequest[]> {
      let lines: string[] = [];
      const enough = async (): Promise<boolean> => {
        // The last line may be on its way.
        lines = (await readFile(at('logs', 'access.log'), 'utf8')).split('\n').slice(0, -1);
        return lines.length >= atLeast;
      };
      await until(`${atLeast} lines of the access log`, enough, { seen: () => lines.length });
      return lines.map((entry) => JSON.parse(entry) as LoggedRequest);
    },
    /** Everything that it has written: to its logs, and to its standard error. */
    async written(): Promise<string> {
      const files = await readdir(at('logs'));
      const texts = await Promise.all(files.map((file) => readFile(at('logs', file), 'utf8')));
      return [...texts, errors].join('\n');
    },
    stop: end,
  };
};

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
