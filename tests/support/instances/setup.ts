import { requireVarnish } from '../../../bench/edge/varnish';
import build from '../build';
import { createTestDatabase } from '../databases';
import { requireNginx } from './nginx';

/** What is missing is said before anything is built. */
export default async (): Promise<void> => {
  await requireNginx();
  await requireVarnish();
  const database = await createTestDatabase().catch((error: unknown) => {
    throw new Error(
      `These tests need PostgreSQL at 127.0.0.1:5432, with a user postgres without a password: ${String(error)}`,
    );
  });
  await database.drop();
  await build();
};
