import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '../databases';
import { ENVIRONMENT } from '../environment';
import { remoteStrapi } from '../remote-strapi';
import { startServerProcess } from '../server-process';
import { stop } from '../stop';

const PUBLIC = path.resolve(__dirname, '..', '..', '..', 'public');

/** Starts the production build with its admin panel, with a separate database and uploads. */
export const startCmsServer = async (environment: Record<string, string> = {}) => {
  const database = await createTestDatabase();
  const publicFolder = await mkdtemp(path.join(tmpdir(), 'content-delivery-public-'));
  const cleanUp = async () => {
    await stop('the removal of its uploads', () => rm(publicFolder, { recursive: true, force: true }));
    await database.drop();
  };
  try {
    await cp(PUBLIC, publicFolder, {
      recursive: true,
      filter: (source) => path.dirname(source) !== path.join(PUBLIC, 'uploads'),
    });
    const process = await startServerProcess({
      environment: { ...ENVIRONMENT, ...database.environment, NODE_ENV: 'production', ...environment },
      admin: true,
      publicFolder,
    });
    return {
      url: `http://127.0.0.1:${process.port}`,
      strapi: remoteStrapi(process),
      /** Stops the server and removes its database and uploads. */
      async stop() {
        await process.stop();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
};
