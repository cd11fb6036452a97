/** The load generator: a separate process, on a separate core. */
import { get } from 'node:http';
import { serveCommands } from '../child';
import { Connection, requestBytes } from './connection';
import { createSteady, type Steady } from './steady';

export type { Waits } from './steady';

/** What is asked for, and what every answer has to be. */
export interface Target {
  port: number;
  /** Taken in turns. */
  paths: string[];
  headers?: Record<string, string>;
  /** Any other status fails the benchmark. */
  status: number;
}

export interface Round extends Target {
  connections: number;
  /** Milliseconds after which nothing more is asked. */
  time?: number;
  /** So many requests at most. */
  requests?: number;
}

export interface Measured {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** How much of its core the load generator used, 0 to 1: near 1, it is what was measured. */
  busy: number;
}

const percentile = (ascending: Float64Array, part: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? 0;

/** Keeps all connections busy; what is under way at the end of the time is waited for and counts. */
const run = async ({
  connections,
  time = Infinity,
  requests = Infinity,
  ...target
}: Round): Promise<Measured> => {
  const bytes = target.paths.map((path) => requestBytes(path, target.headers));
  const latencies: number[] = [];
  let asked = 0;
  const open: Connection[] = [];
  let start = 0;
  let used = process.cpuUsage();
  try {
    await new Promise<void>((finish, fail) => {
      const drive = (connection: Connection, stopped: () => void): void => {
        if (asked >= requests || performance.now() - start >= time) return stopped();
        const begun = performance.now();
        const request = bytes[asked % bytes.length] as Buffer;
        asked += 1;
        connection.send(request, (status) => {
          latencies.push(performance.now() - begun);
          if (status === target.status) drive(connection, stopped);
          else fail(new Error(`Status ${status} in place of ${target.status}: ${target.paths[0]}`));
        });
      };
      const all = Array.from({ length: connections }, () => Connection.open(target.port, fail));
      Promise.all(all).then((connected) => {
        open.push(...connected);
        start = performance.now();
        used = process.cpuUsage();
        let busy = connected.length;
        for (const connection of connected) drive(connection, () => void ((busy -= 1) === 0 && finish()));
      }, fail);
    });
    const elapsed = performance.now() - start;
    const { user, system } = process.cpuUsage(used);
    const ascending = Float64Array.from(latencies).sort();
    return {
      requestsPerSecond: (latencies.length / elapsed) * 1_000,
      p50: percentile(ascending, 0.5),
      p99: percentile(ascending, 0.99),
      busy: (user + system) / 1_000 / elapsed,
    };
  } finally {
    for (const connection of open) connection.close();
  }
};

export interface Single {
  port: number;
  path: string;
  headers?: Record<string, string>;
}

/** One request on a connection that is open already; the time until its last byte, in milliseconds. */
const single = async ({ port, path, headers }: Single) => {
  let connection: Connection | undefined;
  try {
    return await new Promise<{ status: number; time: number; body: string }>((resolve, reject) => {
      Connection.open(port, reject, true).then((opened) => {
        connection = opened;
        const begun = performance.now();
        opened.send(requestBytes(path, headers), (status, body) => {
          const time = performance.now() - begun;
          resolve({ status, time, body: Buffer.concat(body).toString('base64') });
        });
      }, reject);
    });
  } finally {
    connection?.close();
  }
};

/** Bytes of an answer whose length shows only when it has been read, as a client takes them. */
const drain = ({ port, path, headers }: Single): Promise<number> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (incoming) => {
      let bytes = 0;
      incoming.on('data', (piece: Buffer) => (bytes += piece.length));
      incoming.on('end', () => resolve(bytes));
      incoming.on('error', reject);
    }).on('error', reject);
  });

const steady = createSteady();

serveCommands({
  run,
  single,
  drain,
  steady: (wanted: Steady) => steady.start(wanted),
  waits: () => steady.take(),
  rest: () => steady.stop(),
});
