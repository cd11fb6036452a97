import { ok, wrong, type Finding } from '../finding';

const ABOUT = 'Database, pool';
/** What an instance opens beside its pool (docs/operations/scaling.md): for revisions, and for long lists. */
const BESIDE = 14;

/**
 * @param most that the database allows to all
 * @param pool DATABASE_POOL_MAX
 */
export const connectionsFinding = (most: number, pool = 10): Finding => {
  const each = pool + BESIDE;
  const instances = Math.floor(most / each);
  const room = `${most} connections; an instance takes up to ${each} with DATABASE_POOL_MAX=${pool}`;
  return instances < 1
    ? wrong(ABOUT, `The database allows ${room}. Lower it, or raise max_connections.`)
    : ok(ABOUT, `${room}: enough for ${instances}`);
};
