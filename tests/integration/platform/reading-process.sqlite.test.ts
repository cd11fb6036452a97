import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import Database from 'better-sqlite3';
import { BUILT } from '../../support/built';
import { inTime } from '../../support/in-time';
import { temporaryFolder } from '../../support/temporary-folder';

const ENTRY = path.join(BUILT, 'platform/database/sqlite/process-entry.js');
const ENDLESS = 'with recursive n (i) as (select 1 union all select i + 1 from n) select count(*) from n';

/** Starts a process that reads, as a server does, and says its number once it is at work. */
const SERVER = `
  const [file, sql] = process.argv.slice(1);
  const options = { serialization: 'advanced', execArgv: [], env: {} };
  const child = require('node:child_process').fork(${JSON.stringify(ENTRY)}, [file, String(process.pid)], options);
  child.once('message', () => child.send({ sql, bindings: [] }, () => console.log(child.pid)));
`;

describe('a process that reads for the panel', () => {
  const file = path.join(temporaryFolder(), 'content.db');
  beforeAll(() => new Database(file).close());

  it('ends in the middle of a statement when the server was killed', async () => {
    const server = spawn(process.execPath, ['-e', SERVER, file, ENDLESS], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // Its output is also that of the process that reads, so it is open for as long as one of them runs.
    const bothEnded = once(server, 'close');
    const [pid] = (await once(server.stdout, 'data')) as [Buffer];
    try {
      server.kill('SIGKILL');
      await inTime('the end of the process that reads', bothEnded);
    } catch (error) {
      process.kill(Number(pid), 'SIGKILL');
      throw error;
    }
  });
});
