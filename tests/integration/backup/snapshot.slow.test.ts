import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { UID } from '../../fixtures/content';
import { readArchive, rowsOf } from '../../support/archives';
import { commandsOf } from '../../support/commands';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

const { server, content } = withServer();
const backup = commandsOf('backup');
const folder = temporaryFolder();

/** Tables that are read one after the other, with all posts between the first and the last. */
const COUNTED = ['accounts', 'websites', 'tags', 'strapi_core_store_settings'];
const KEY = 'counted-by-a-test';

it('shows all tables as they were at one moment, though somebody writes all the time', async () => {
  const { db } = server.strapi;
  const website = await content.website();
  await content.tag(website.documentId);
  await db.connection('strapi_core_store_settings').insert({ key: KEY, value: '0' });
  // Long enough for a backup to take many times what one write takes, and not to be compressed.
  for (let n = 0; n < 20; n += 1) {
    await content.draft(website.documentId, { content: randomBytes(400_000).toString('base64') });
  }
  const columns = Object.fromEntries(
    COUNTED.map((table) => [table, table === 'strapi_core_store_settings' ? 'value' : 'name']),
  );

  let count = 0;
  let isBackedUp = false;
  const file = path.join(folder, 'backup.tar.gz');
  const done = backup.execute(['--to', file]).finally(() => (isBackedUp = true));
  while (!isBackedUp) {
    count += 1;
    await db.connection.transaction(async (trx) => {
      for (const table of COUNTED) {
        const rows = trx(table);
        if (table === 'strapi_core_store_settings') void rows.where({ key: KEY });
        await rows.update({ [columns[table] ?? '']: String(count) });
      }
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await done).toMatchObject({ code: 0 });

  const archive = await readArchive(file);
  expect(rowsOf(archive, 'posts')).toHaveLength(20);
  const seen = COUNTED.flatMap((table) =>
    rowsOf(archive, table)
      .filter(({ key }) => key === undefined || key === KEY)
      .map((row) => row[columns[table] ?? '']),
  );
  expect(seen).toHaveLength(COUNTED.length);
  expect(new Set(seen).size).toBe(1);
  // It was in the midst of it.
  expect(Number(seen[0])).toBeGreaterThan(0);
  expect(Number(seen[0])).toBeLessThan(count);
  expect(await server.strapi.db.query(UID.post).count({})).toBe(20);
});
