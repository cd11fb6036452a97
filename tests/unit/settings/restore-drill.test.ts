import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { env } from '@strapi/utils';
import { config } from 'dotenv';
import database from '../../../config/database';
import plugins from '../../../config/plugins';
import { VARIABLES } from '../../../src/settings/uploads/storage';
import { fileText } from '../../support/committed-files';

const PAGE = fileText('docs/operations/backup.md');
const DRILL = PAGE.slice(PAGE.indexOf('## The drill'));

/** What the original's .env may have, all of it used. */
const ORIGINAL = {
  ...Object.fromEntries(VARIABLES.map((name) => [name, 'of-the-original'])),
  DATABASE_URL: 'postgres://me:secret@db.example/content',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_PUBLIC_URL: 'https://files.example.com',
  S3_FORCE_PATH_STYLE: 'true',
  S3_ACL: 'public-read',
};

describe('the drill of a restore', () => {
  const before = { ...process.env };
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'drill-'));
    for (const name of Object.keys(process.env)) {
      if (/^(DATABASE|S3)_/.test(name)) Reflect.deleteProperty(process.env, name);
    }
  });
  afterEach(() => {
    process.env = { ...before };
    rmSync(folder, { recursive: true });
  });

  /** As Strapi reads it. */
  const readOriginals = () => {
    const file = path.join(folder, '.env');
    writeFileSync(
      file,
      Object.entries(ORIGINAL)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    config({ path: file, quiet: true });
    const parameters = { env } as never;
    return { client: database(parameters).connection, upload: plugins(parameters)['upload'] };
  };

  it('has a line that turns off the webhooks of a database', () => {
    const [, script = ''] = /^node -e "(.*)"$/m.exec(DRILL) ?? [];
    const file = path.join(folder, 'data.db');
    const copy = new Database(file);
    copy.exec(
      "CREATE TABLE strapi_webhooks (name, enabled); INSERT INTO strapi_webhooks VALUES ('Build', 1)",
    );
    execFileSync(process.execPath, ['-e', script], { env: { ...before, DATABASE_FILENAME: file } });
    expect(copy.prepare('SELECT * FROM strapi_webhooks').all()).toEqual([{ name: 'Build', enabled: 0 }]);
    copy.close();
  });

  it('is not on the database and the bucket of the original, whatever its .env has', () => {
    for (const [, line = ''] of DRILL.matchAll(/^export (.*)$/gm)) {
      for (const setting of line.split(' ')) {
        const [name = '', value = ''] = setting.split('=');
        process.env[name] = value;
      }
    }
    const { client, upload } = readOriginals();
    expect(client).toMatchObject({ client: 'sqlite', connection: { filename: '/tmp/drill/data.db' } });
    expect(upload).not.toHaveProperty('config.provider');
  });

  it('would be, if the page did not say how', () => {
    const { client, upload } = readOriginals();
    expect(client).toMatchObject({ client: 'postgres', connection: { host: 'db.example' } });
    expect(upload).toHaveProperty('config.provider', 'aws-s3');
  });
});
