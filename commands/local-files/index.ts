/** `npm run local-files`: files in texts under an address that no reader reaches. See docs/operations/uploads.md. */
import '../../src/settings/supported-node';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { createJobs, type Jobs } from '../../src/plugins/content-delivery/server/src/jobs';
import { createReplacements } from '../../src/plugins/content-delivery/server/src/panel/replacements';
import type { LocalFiles } from '../../src/plugins/content-delivery/server/src/panel/replacements/local-files';
import { counted } from '../../src/plugins/content-delivery/server/src/platform/field-errors';
import { serviceOf } from '../../src/plugins/content-delivery/server/src/services';
import { run } from '../shared/command';
import { load } from '../shared/project';
import { projectsStrapi } from '../shared/project-strapi';
import { takeSignals } from '../shared/signals';
import { drainWebhooks } from '../shared/webhooks';
import { readOptions, USAGE, type CommandOptions } from './options';

/** Milliseconds between two looks at a run that a server has taken up. */
const LOOK_EVERY = 250;
const STOPPED = 130;

const lineOf = (
  strapi: Core.Strapi,
  { uid, name, website, field, version, count, hosts }: LocalFiles,
): string =>
  `  ${website?.name ?? '-'}: ${strapi.contentType(uid as never).info.displayName} "${name}", ${field}, ${version}: ${count} under ${hosts.join(', ')}`;

class Stopped extends Error {}

/** Does runs here, unless a server has taken one up already. */
const createFollower = (jobs: Jobs, signal: AbortSignal) => async (run: string) => {
  for (;;) {
    await jobs.runner.drain();
    const state = (await jobs.find(run))?.state;
    if (state !== 'waiting' && state !== 'running') return;
    if (signal.aborted) throw new Stopped();
    await sleep(LOOK_EVERY);
  }
};

const execute = async ({ to }: CommandOptions): Promise<number> => {
  const strapi = await projectsStrapi();
  await load(strapi);
  // Only these runs: other work of the installation waits for a server.
  const jobs = createJobs(strapi);
  const { localFiles } = createReplacements(strapi, jobs, serviceOf(strapi, 'delivery').backgroundWorker);
  const stopping = new AbortController();
  takeSignals(() => {
    stopping.abort();
    void jobs.runner.stop();
  });
  const list = async (): Promise<LocalFiles[]> => {
    const found: LocalFiles[] = [];
    for await (const one of localFiles.find()) {
      found.push(one);
      console.log(lineOf(strapi, one));
    }
    return found;
  };
  try {
    const found = await list();
    if (found.length === 0) {
      console.log('No text shows files under an address of this machine.');
      return 0;
    }
    if (to === null) {
      console.log('Nothing was changed. To change it: --to and the address of this server.');
      return 1;
    }
    const { posts, others, refusals } = await localFiles.change(
      found,
      to,
      createFollower(jobs, stopping.signal),
    );
    console.log(
      `Changed: ${counted(posts, 'text of a post', 'texts of posts')}, ${counted(others, 'other entry', 'other entries')}.`,
    );
    if (posts > 0) console.log('Texts of posts can be taken back in the panel, under Search and replace.');
    console.log('Left:');
    const left = await list();
    for (const refusal of refusals) console.error(refusal);
    if (left.length === 0) console.log('  nothing');
    return left.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return STOPPED;
  } finally {
    takeSignals(() => process.exit(STOPPED));
    await drainWebhooks(strapi);
    await strapi.destroy();
  }
};

run(USAGE, readOptions, execute);
