/**
 * `npm run bench:edge`: how long it takes from a commit until Varnish in front shows what was committed, with the configuration
 * of `deploy/varnish` and a purge target. Needs Varnish on the PATH.
 *
 *   --edits 300   how many changes are timed
 */
import '../../src/settings/supported-node';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { strapiEnvironment } from '../../demo/environment';
import { startHelper } from '../processes';
import { ROOT, run } from '../run';
import { requireVarnish, startVarnish } from './varnish';

const API_KEY = 'edge-benchmark-key';
const TARGET = `/api/blog?apiKey=${API_KEY}&slug=post`;
const WARM_UPS = 20;
/** Milliseconds between two edits: what the last one has left to do is over by then. */
const PAUSE = 150;

const now = (): number => performance.timeOrigin + performance.now();

interface Read {
  title: string;
  isHit: boolean;
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { edits: { type: 'string', default: '300' } } });
  const edits = Number(values.edits);
  if (!Number.isInteger(edits) || edits < 1)
    throw new Error('--edits takes a number of changes: --edits 300');
  await requireVarnish();
  const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-edge-'));
  const server = startHelper({
    script: path.join('edge', 'server.js'),
    core: 'server',
    argument: { appDir: ROOT, distDir: path.join(ROOT, 'dist') },
    environment: {
      ...strapiEnvironment(path.join(folder, 'edge.db')),
      DELIVERY_CACHE_TAGS: 'xkey',
      PURGE_ALLOWED_NETWORKS: '127.0.0.1',
    },
  });
  const agent = new http.Agent({ keepAlive: true });
  const ends: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true }),
    () => server.stop(),
  ];
  try {
    const backend = await server.call<number>('listen');
    const varnish = await startVarnish({ folder: path.join(ROOT, 'deploy', 'varnish'), backend });
    ends.push(varnish.stop);
    await server.call('prepare', { purgeUrl: varnish.purgeUrl, apiKey: API_KEY });

    const read = (): Promise<Read> =>
      new Promise((resolve, reject) => {
        http
          .get({ host: '127.0.0.1', port: varnish.port, path: TARGET, agent }, (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () => {
              const [, title = ''] = /"title":"(n\d+)"/.exec(Buffer.concat(chunks).toString('utf8')) ?? [];
              resolve({ title, isHit: String(answer.headers['x-varnish']).includes(' ') });
            });
          })
          .on('error', reject);
      });
    const untilKept = async (): Promise<void> => {
      while (!(await read()).isHit) await sleep(20);
    };

    const times: number[] = [];
    let reads = 0;
    for (let number = 1; number <= WARM_UPS + edits; number += 1) {
      await untilKept();
      const wanted = `n${number}`;
      const committed = server.call<number>('edit', wanted);
      // Readers do not know of the change: they ask all the time.
      let fresh = 0;
      while (fresh === 0) {
        const { title } = await read();
        reads += 1;
        if (title === wanted) fresh = now();
      }
      if (number > WARM_UPS) times.push(Math.max(0, fresh - (await committed)));
      await committed;
      await sleep(PAUSE);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string =>
      `${(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(1)} ms`;
    console.log(
      [
        `From commit to fresh at the edge, ${edits} changes, ${reads} reads: p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}.`,
        `${cpus()[0]?.model}, Node ${process.version}, SQLite, Varnish on the same machine, load ${loadavg()[0]?.toFixed(1)}.`,
      ].join('\n'),
    );
  } finally {
    agent.destroy();
    for (const end of ends.reverse()) await end();
  }
};

void run(main);
