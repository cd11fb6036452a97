import type { Knex } from 'knex';
import type { DatabaseClient } from '../../../src/settings/database/address';
import { ok, warning, wrong, type Finding } from '../finding';

const ABOUT = 'Time';
/** Milliseconds. Leases are by the database's clock, moments of publication and of further tries by the machine's. */
const NEAR = 2_000;
const APART = 30_000;

const EPOCH: Record<Exclude<DatabaseClient, 'sqlite'>, string> = {
  postgres: 'SELECT extract(epoch FROM clock_timestamp()) AS seconds',
  mysql: 'SELECT UNIX_TIMESTAMP(SYSDATE(6)) AS seconds',
};

/** @param milliseconds by which this machine is ahead of the database */
export const differenceFinding = (milliseconds: number): Finding => {
  const seconds = (Math.abs(milliseconds) / 1_000).toFixed(1);
  if (Math.abs(milliseconds) <= NEAR) return ok(ABOUT, `as the database has it, within ${seconds} s`);
  const text = `This machine is ${seconds} s ${milliseconds > 0 ? 'ahead of' : 'behind'} the database. Let both follow a time server (NTP).`;
  return Math.abs(milliseconds) > APART ? wrong(ABOUT, text) : warning(ABOUT, text);
};

export const clockFinding = async (sql: Knex, client: DatabaseClient): Promise<Finding> => {
  if (client === 'sqlite') return ok(ABOUT, `${new Date().toISOString()} (UTC), by this machine alone`);
  const start = Date.now();
  const answer = (await sql.raw(EPOCH[client])) as { rows: [{ seconds: string }] } | [[{ seconds: string }]];
  const end = Date.now();
  const [row] = Array.isArray(answer) ? answer[0] : answer.rows;
  return differenceFinding((start + end) / 2 - Number(row.seconds) * 1_000);
};
