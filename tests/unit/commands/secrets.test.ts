import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { ROOT } from '../../support/committed-files';
import { temporaryFolder } from '../../support/temporary-folder';

describe('npm run secrets', () => {
  const folder = temporaryFolder();

  it('fills a copy of the example in, and leaves it to nobody else to read', () => {
    mkdirSync(path.join(folder, 'scripts'));
    copyFileSync(path.join(ROOT, 'scripts/secrets.mjs'), path.join(folder, 'scripts/secrets.mjs'));
    for (const name of ['src', 'node_modules']) symlinkSync(path.join(ROOT, name), path.join(folder, name));
    const file = path.join(folder, '.env');
    copyFileSync(path.join(ROOT, '.env.example'), file);
    expect(statSync(file).mode & 0o077).not.toBe(0);
    const { status, stderr } = spawnSync(process.execPath, ['scripts/secrets.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(parse(readFileSync(file))['ENCRYPTION_KEY']).toMatch(/^[\w+/]{43}=$/);
    expect(statSync(file).mode & 0o037).toBe(0);
  });
});
