import { requireVarnish } from '../../../bench/edge/varnish';
import build from '../build';
import { expectServers } from '../databases/servers';
import { requireSystemd } from '../systemd';
import { requireNginx } from './nginx';

/** What is missing is said before anything is built. */
export default async (): Promise<void> => {
  await requireNginx();
  await requireVarnish();
  requireSystemd();
  // One of the files is for both.
  await expectServers(['postgres', 'mysql']);
  await build();
};
