import path from 'node:path';
import { settingsOf } from '../../support/systemd';
import { scripts } from '../../support/docs/scripts';
import { USUAL_CONFIG } from '../../support/usual-config';
import { fileText } from '../../support/committed-files';

const PAGE = fileText('docs/operations/without-containers.md');
const settings = settingsOf(fileText('deploy/systemd/content-delivery.service'));
const only = (name: string): string => {
  const values = settings.get(name) ?? [];
  expect(values).toHaveLength(1);
  return values[0] ?? '';
};

/** What stands in several files, and has to agree. */
describe('the unit of systemd', () => {
  it('starts what npm start and the image start', () => {
    const [, program] = /^\/usr\/bin\/(node .*)$/.exec(only('ExecStart')) ?? [];
    expect(`exec ${program}`).toBe(scripts()['start']);
    const image = JSON.parse(/^CMD (.*)$/m.exec(fileText('Dockerfile'))?.[1] ?? '[]') as string[];
    expect(image.join(' ')).toBe(program);
    expect(PAGE).toContain(`\`${program}\``);
  });

  it('waits longer for the server to end than that takes', () => {
    expect(Number(only('TimeoutStopSec'))).toBeGreaterThan(USUAL_CONFIG.shutdownSeconds + 5);
  });

  it('lets the server end its helpers itself', () => {
    expect(only('KillMode')).toBe('mixed');
  });

  it('has it write where the page puts database and uploads, and nowhere else', () => {
    const folders = only('StateDirectory')
      .split(' ')
      .map((name) => `/var/lib/${name}`);
    const [, file = ''] = /^DATABASE_FILENAME=(.*)$/m.exec(PAGE) ?? [];
    const [, shown = ''] = /^PUBLIC_DIR=(.*)$/m.exec(PAGE) ?? [];
    expect(folders).toContain(path.posix.dirname(file));
    expect(folders).toContain(`${shown}/uploads`);
    expect(only('ProtectSystem')).toBe('strict');
    expect(settings.has('ReadWritePaths')).toBe(false);
  });

  it('has the user and the folder that the page makes', () => {
    expect(PAGE).toContain(
      `useradd --system --home-dir ${only('WorkingDirectory')} --shell /usr/sbin/nologin ${only('User')}`,
    );
  });
});
