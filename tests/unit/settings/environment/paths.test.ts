import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { env } from '@strapi/utils';
import database from '../../../../config/database';
import server from '../../../../config/server';
import { settingsWarnings } from '../../../../src/settings/warnings';

const before = { ...process.env };
const start = process.cwd();
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'content-delivery-paths-')));
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('DATABASE_')) Reflect.deleteProperty(process.env, name);
  }
});
afterEach(() => {
  process.chdir(start);
  process.env = { ...before };
  rmSync(folder, { recursive: true });
});

/** The file that a server would work on. */
const fileFor = (variables: Record<string, string>): string => {
  Object.assign(process.env, variables);
  const { connection } = database({ env } as never).connection as unknown as {
    connection: { filename: string };
  };
  return connection.filename;
};

/** A database as a first start leaves it, or one in which somebody has worked. */
const makeDatabase = (file: string, { isUsed }: { isUsed: boolean }): string => {
  mkdirSync(path.dirname(file), { recursive: true });
  const made = new Database(file);
  made.exec('CREATE TABLE admin_users (id INTEGER); CREATE TABLE websites (id INTEGER)');
  if (isUsed) made.exec('INSERT INTO websites VALUES (1)');
  made.close();
  return file;
};

describe('a new database is not made', () => {
  it.each([
    ['"FOLDER/data.db"', 'has quotation marks around its value', 'FOLDER/data.db'],
    ["'FOLDER/data.db'", 'has quotation marks around its value', 'FOLDER/data.db'],
    ['"FOLDER/data.db', 'has quotation marks around its value', 'FOLDER/data.db'],
    ['FOLDER/data.db # ours', 'has a comment after its value', 'FOLDER/data.db'],
    ['"FOLDER/data.db" # ours', 'has a comment after its value', 'FOLDER/data.db'],
  ])('in %s', (value, fault, meant) => {
    const set = value.replace('FOLDER', folder);
    const refused = () => fileFor({ DATABASE_FILENAME: set });
    expect(refused).toThrow(`DATABASE_FILENAME ${fault}`);
    expect(refused).toThrow(` Write DATABASE_FILENAME=${meant.replace('FOLDER', folder)}.`);
    // Beside the one that is meant neither.
    makeDatabase(path.join(folder, 'data.db'), { isUsed: true });
    expect(refused).toThrow(`DATABASE_FILENAME ${fault}`);
  });

  it.each([
    ['~/cms/data.db', 'begins with ~'],
    ['$HOME/data.db', 'has a variable in it'],
    ['/data/${NAME}.db', 'has a variable in it'],
  ])('in %s, which no shell has read', (value, fault) => {
    expect(() => fileFor({ DATABASE_FILENAME: value })).toThrow(
      new RegExp(`^DATABASE_FILENAME ${fault}.*: write the whole path\\.$`),
    );
  });

  it('beside one in the folder that the server was started in', () => {
    const theirs = makeDatabase(path.join(folder, 'theirs.db'), { isUsed: true });
    process.chdir(folder);
    expect(() => fileFor({ DATABASE_FILENAME: 'theirs.db' })).toThrow(`is not there, but ${theirs} is.`);
    expect(fileFor({ DATABASE_FILENAME: 'nowhere.db' })).toBe(path.join(start, 'nowhere.db'));
  });

  it.each(['DATABASE_HOST', 'DATABASE_NAME', 'DATABASE_USERNAME'])(
    'where %s is set, and nothing says which kind of server it is of',
    (name) => {
      const file = path.join(folder, 'data.db');
      const variables = { DATABASE_FILENAME: file, DATABASE_CLIENT: '', [name]: 'content' };
      expect(() => fileFor(variables)).toThrow(
        `${name} is set, but neither DATABASE_CLIENT nor DATABASE_URL, so that a new SQLite database would be made in ${file}.`,
      );
      expect(fileFor({ ...variables, DATABASE_CLIENT: 'sqlite' })).toBe(file);
      makeDatabase(file, { isUsed: false });
      expect(fileFor(variables)).toBe(file);
      expect(settingsWarnings(env)).toContainEqual(expect.stringContaining('the database is SQLite'));
    },
  );
});

describe('a file with a name that nobody means', () => {
  it.each([
    ['data.db"', 'has quotation marks around its value'],
    ['data.db # ours', 'has a comment after its value'],
    ['$data.db', 'has a variable in it'],
  ])(
    'such as %s may be what an installation has always lived on: it goes on, and it is said',
    (name, fault) => {
      const file = makeDatabase(path.join(folder, name), { isUsed: true });
      makeDatabase(path.join(folder, 'data.db'), { isUsed: true });
      expect(fileFor({ DATABASE_FILENAME: file })).toBe(file);
      expect(settingsWarnings(env)).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^DATABASE_FILENAME ${fault}.* This server goes on, .* stop it and move what is there before you change the variable\\.$`,
          ),
        ),
      );
    },
  );

  it('may be what an earlier start has made beside the one that is meant: it is refused', () => {
    const file = makeDatabase(path.join(folder, 'data.db"'), { isUsed: false });
    expect(fileFor({ DATABASE_FILENAME: file })).toBe(file);
    makeDatabase(path.join(folder, 'data.db'), { isUsed: true });
    expect(() => fileFor({ DATABASE_FILENAME: file })).toThrow('has quotation marks around its value');
  });

  it('that is no database is left to the driver to say', () => {
    const file = path.join(folder, 'data.db"');
    writeFileSync(file, 'This is no database, but it is something.');
    expect(fileFor({ DATABASE_FILENAME: file })).toBe(file);
  });
});

describe('PUBLIC_DIR', () => {
  const publicFor = (value: string): unknown => {
    process.env['PUBLIC_DIR'] = value;
    return server({ env } as never).dirs;
  };

  it('with quotation marks is refused unless there is such a folder', () => {
    expect(() => publicFor(`'${folder}'`)).toThrow(
      `PUBLIC_DIR has quotation marks around its value, which count as part of it ("docker run --env-file" hands them over). Write PUBLIC_DIR=${folder}.`,
    );
    const theirs = `${folder}/public"`;
    expect(() => publicFor(theirs)).toThrow(`Write PUBLIC_DIR=${folder}/public.`);
    mkdirSync(theirs);
    expect(publicFor(theirs)).toEqual({ public: theirs });
    expect(settingsWarnings(env)).toContainEqual(expect.stringMatching(/^PUBLIC_DIR has quotation marks/));
  });
});
