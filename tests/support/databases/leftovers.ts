import { databaseKind } from './index';
import { isOver, PREFIX } from './names';
import { run } from './servers';

/** How the databases of a server are listed, and how one is dropped despite open connections. */
const statements = {
  postgres: {
    list: `SELECT datname AS name FROM pg_database WHERE datname LIKE '${PREFIX}%'`,
    drop: (name: string) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
  },
  mysql: {
    list: `SELECT schema_name AS name FROM information_schema.schemata WHERE schema_name LIKE '${PREFIX}%'`,
    drop: (name: string) => `DROP DATABASE IF EXISTS ${name}`,
  },
};

/** Drops the databases of this run, and those of earlier ones that were ended before they could. */
export const dropLeftovers = async (): Promise<void> => {
  const kind = databaseKind();
  if (kind === 'sqlite') return;
  const { list, drop } = statements[kind];
  const names = (await run[kind](list)).map(({ name }) => String(name));
  const over = names.filter(isOver);
  if (over.length > 0) await run[kind](...over.map(drop));
};
