import { UID } from '../fixtures/content';
import { until } from '../support/until';
import type { Cluster } from './cluster';
import type { Instance } from './cluster/instance';
import type { Admin } from './workload/admin';
import type { Client } from './workload/http';
import { TARGETS } from './workload/targets';

/** An operator would look by then. */
const MAX_WAIT = 90_000;

/** Waits until each instance that should run serves current content and stores a write. Resolves with those that do not. */
export const recover = async (cluster: Cluster, client: Client, admin: Admin): Promise<Instance[]> => {
  const [site] = cluster.prepared.sites;
  if (!site) return [];
  const isWell = async (instance: Instance): Promise<boolean> => {
    if (!instance.isUp()) return false;
    try {
      const path = TARGETS['post one']?.(site) ?? '';
      const read = await client.send(instance.port, { path, timeout: 5_000 });
      if (read.status !== 200 || read.headers['x-stale'] !== undefined) return false;
      // Its url is no register: nobody else writes it.
      const account = `/content-manager/collection-types/${UID.website}/${site.website}`;
      const body = { url: `https://example.com/${Math.round(performance.now())}` };
      return (await admin.send(instance, 'PUT', account, body)).status === 200;
    } catch {
      return false;
    }
  };
  const outcomes = await Promise.all(
    cluster.instances
      .filter((instance) => instance.isWanted())
      .map((instance) =>
        until(instance.name, () => isWell(instance), { within: MAX_WAIT, every: 200 }).then(
          () => null,
          () => instance,
        ),
      ),
  );
  return outcomes.flatMap((instance) => instance ?? []);
};
