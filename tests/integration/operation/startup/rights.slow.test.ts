import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, databaseKind } from '../../../support/databases';
import { newDatabaseName } from '../../../support/databases/names';
import { addressOf, run } from '../../../support/databases/servers';
import { freePort } from '../../../support/instances/free-port';
import { started } from '../../../support/started';

const kind = databaseKind();

/** Starts a server that is to end, and gives the last error of its log. */
const refusalWith = async (environment: Record<string, string>, user?: number): Promise<string> => {
  const server = started({
    environment: { ...environment, NODE_ENV: 'production', PORT: String(await freePort()) },
    ...(user !== undefined && { user }),
  });
  try {
    expect({ ...(await server.ended()), errors: server.written.errors }).toEqual({
      code: 1,
      signal: null,
      errors: '',
    });
    const lines = server.written.output.trimEnd().split('\n');
    const faults = lines
      .map((line) => JSON.parse(line) as Record<string, string>)
      .filter(({ level }) => level === 'error');
    expect(faults).toEqual([
      { time: expect.any(String) as string, level: 'error', message: expect.any(String) as string },
    ]);
    return faults[0]?.['message'] ?? '';
  } finally {
    await server.stop();
  }
};

const expectStart = async (environment: Record<string, string>): Promise<void> => {
  const port = await freePort();
  const server = started({ environment: { ...environment, NODE_ENV: 'production', PORT: String(port) } });
  try {
    await server.ready(port);
  } finally {
    await server.stop();
  }
};

if (kind === 'sqlite') {
  describe('a file of SQLite that may only be read', () => {
    const NOBODY = 65_534;
    let folder: string;
    let file: string;

    beforeAll(async () => {
      const database = await createTestDatabase();
      folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-rights-'));
      await mkdir(path.join(folder, 'public', 'uploads'), { recursive: true });
      file = path.join(folder, 'data.db');
      await copyFile(database.environment['DATABASE_FILENAME'] ?? '', file);
      await database.drop();
      await chmod(file, 0o444);
      await chmod(folder, 0o555);
    });
    afterAll(async () => {
      await chmod(folder, 0o755);
      await rm(folder, { recursive: true });
    });

    it('is refused by the name of its variable, with what to do', async () => {
      // Whoever may do everything may write to it.
      const user = process.getuid?.() === 0 ? NOBODY : undefined;
      const environment = { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: file, DATABASE_URL: '' };
      expect(await refusalWith(environment, user)).toMatch(
        /^The database cannot be reached: the file .*\/data\.db \(DATABASE_FILENAME\): SQLITE_READONLY\w*: .*: this user has to be allowed to write to the file and to its folder\.$/,
      );
    });
  });
} else {
  describe('a user of the database who lacks a right', () => {
    // A database and a user of the same name.
    const name = newDatabaseName();
    const environmentOf = (): Record<string, string> => {
      const { host, port } = addressOf(kind);
      return {
        DATABASE_URL: '',
        DATABASE_CLIENT: kind,
        DATABASE_HOST: host,
        DATABASE_PORT: String(port),
        DATABASE_NAME: name,
        DATABASE_USERNAME: name,
        DATABASE_PASSWORD: 'secret',
      };
    };
    /** The statement that a sentence ends with. */
    const adviceOf = (sentence: string): string => /run: (.*;)$/.exec(sentence)?.[1] ?? '';

    if (kind === 'postgres') {
      /** As an administrator of the server. */
      const inDatabase = async (...statements: string[]): Promise<void> => {
        const client = new Client({ ...addressOf(kind), database: name });
        await client.connect();
        try {
          for (const statement of statements) await client.query(statement);
        } finally {
          await client.end();
        }
      };

      beforeAll(() => run.postgres(`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`, `CREATE DATABASE ${name}`));
      afterAll(() => run.postgres(`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${name}`));

      it('is told the statement that gives it, and starts after that', async () => {
        await inDatabase('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
        const sentence = await refusalWith(environmentOf());
        expect(sentence).toBe(
          `The user "${name}" may not make tables in the schema "public" of the database "${name}". As an administrator, ` +
            `in the database "${name}", run: GRANT USAGE, CREATE ON SCHEMA "public" TO "${name}";`,
        );
        await inDatabase(adviceOf(sentence));
        await expectStart(environmentOf());
      });

      it('is told the same of a schema that is not there', async () => {
        const environment = { ...environmentOf(), DATABASE_SCHEMA: 'of its own' };
        const sentence = await refusalWith(environment);
        expect(sentence).toContain(`The database "${name}" has no schema "of its own" (DATABASE_SCHEMA).`);
        await inDatabase(adviceOf(sentence));
        await expectStart(environment);
      });

      it('is told who owns the tables that it has no right to', async () => {
        const environment = { ...environmentOf(), DATABASE_SCHEMA: 'of others' };
        await inDatabase(
          `CREATE SCHEMA "of others" AUTHORIZATION ${name}`,
          'CREATE TABLE "of others".strapi_migrations (id serial PRIMARY KEY)',
        );
        expect(await refusalWith(environment)).toContain(
          `: connect as the user that owns them, "${addressOf(kind).user}", or make this one their owner.`,
        );
      });

      it('is told at once that it may not connect', async () => {
        await run.postgres(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
        const sentence = await refusalWith(environmentOf());
        expect(sentence).toContain(`The user "${name}" may not use the database "${name}".`);
        await run.postgres(adviceOf(sentence));
        await expectStart(environmentOf());
      });
    } else {
      beforeAll(() =>
        run.mysql(
          `CREATE DATABASE ${name}`,
          `CREATE USER ${name}@'%' IDENTIFIED BY 'secret'`,
          `GRANT SELECT, INSERT ON ${name}.* TO ${name}@'%'`,
        ),
      );
      afterAll(() => run.mysql(`DROP DATABASE ${name}`, `DROP USER ${name}@'%'`));

      it('is told the statement that gives it, and starts after that', async () => {
        const sentence = await refusalWith(environmentOf());
        expect(sentence).toMatch(
          /^The user ".*" lacks a right in the database ".*" \(CREATE command denied /,
        );
        expect(adviceOf(sentence)).toBe(`GRANT ALL PRIVILEGES ON \`${name}\`.* TO '${name}'@'%';`);
        await run.mysql(adviceOf(sentence));
        await expectStart(environmentOf());
      });

      it('is told at once that it may not use the database', async () => {
        const sentence = await refusalWith({ ...environmentOf(), DATABASE_NAME: 'mysql' });
        expect(sentence).toContain(`GRANT ALL PRIVILEGES ON \`mysql\`.* TO '${name}'@'%';`);
      });
    }
  });
}
