import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeRichSystem } from '../fixtures/rich-system';
import { delivered } from '../support/answers';
import { createEmptyDatabase, databaseKind } from '../support/databases';
import { ENVIRONMENT } from '../support/environment';
import { dumpOf } from '../support/release-dump';
import { saveRelease } from '../support/release-fixtures';
import { startServer, type TestServer } from '../support/strapi';

/** Not a test: `npm run release:fixture` writes by it what the next releases are tested with. */
it('writes a database as this release leaves it, and what it delivers', async () => {
  const database = await createEmptyDatabase();
  try {
    const server = await startServer({}, database);
    const filled = await fill(server).finally(() => server.stopAndKeepDatabase());
    const fixture = { environment: ENVIRONMENT, ...filled };
    await saveRelease(await currentVersion(), await dumpOf(databaseKind(), database), fixture);
  } finally {
    await database.drop();
  }
});

const fill = async (server: TestServer) => {
  const system = await makeRichSystem(server.strapi);
  return { system, responses: await delivered(server, system.requests) };
};

const currentVersion = async (): Promise<string> => {
  const file = path.resolve(__dirname, '..', '..', 'package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
};
