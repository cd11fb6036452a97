import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const SCRIPT = path.join('scripts', 'expect-build.mjs');

describe('npm start', () => {
  const folder = temporaryFolder();
  beforeAll(() => {
    for (const file of [SCRIPT, 'package.json', path.join('src', 'settings', 'supported-node.js')])
      cpSync(path.join(ROOT, file), path.join(folder, file));
  });

  const look = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, SCRIPT)], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it('says in one sentence that nothing is built yet', () => {
    expect(look()).toEqual({
      status: 1,
      stdout: '',
      stderr: 'This project is not built yet: run "npm run build" and try again.\n',
    });
  });

  it('goes on where something is', () => {
    const place = path.join(folder, 'dist', 'commands', 'start');
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, 'index.js'), '');
    expect(look()).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});
