import { ok, wrong, type Finding } from '../finding';

const ABOUT = 'Database, pool';
/** What an instance opens beside its pool (docs/operations/scaling.md): for revisions, and for long lists. */
const BESIDE = 14;

/**
 * @param most that the database allows to all
 * @param pool DATABASE_POOL_MAX
 * @param workers beside each server, which take as many
 */
export const connectionsFinding = (most: number, pool = 10, workers = 0): Finding => {
  const each = (pool + BESIDE) * (workers + 1);
  const instances = Math.floor(most / each);
  const ofWorkers = workers === 0 ? '' : ` and WORKERS=${workers}`;
  const room = `${most} connections; an instance takes up to ${each} with DATABASE_POOL_MAX=${pool}${ofWorkers}`;
  return instances < 1
    ? wrong(ABOUT, `The database allows ${room}. Lower it, or raise max_connections.`)
    : ok(ABOUT, `${room}: enough for ${instances}`);
};
