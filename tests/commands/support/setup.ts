import path from 'node:path';
import Database from 'better-sqlite3';
import { say } from '../../support/say';
import { run, serve } from './shell';
import { makeWorkspace, removeWorkspace } from './workspace';

/** What the README begins with, but for the installation: secrets, a build, content, a server. */
const prepare = async (): Promise<void> => {
  const { project, demo, port, environment } = await makeWorkspace();
  const at = { folder: project, environment, seconds: 300 };
  const { status, output } = await run('npm run secrets', at);
  if (status !== 0 || !output.includes('.env: made APP_KEYS,')) throw new Error(`npm run secrets: ${output}`);
  const server = await serve('npm run demo', `http://127.0.0.1:${port}/admin`, at);
  await server.stop();
  const database = new Database(path.join(project, '.tmp', 'data.db'));
  await database.backup(demo);
  database.close();
};

/** Once, before the first case: a copy of the project, which is built. */
export default async (): Promise<void> => {
  say('\nBuilding a copy of the project, and its demo …');
  try {
    await prepare();
  } catch (error) {
    await removeWorkspace();
    throw error;
  }
};
