import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve('src/plugins/content-delivery/server/src/platform/patches');
/** What the patches have in common. */
const SHARED = ['knex-client.ts', 'late-module.ts', 'replace.ts'];
const PACKAGE = /(?:@[a-z-]+\/)?[a-z][a-z\d-]+/.source;

const installed = (name: string): string =>
  (
    JSON.parse(readFileSync(path.resolve('node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

describe('what is changed in other packages', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));

  it.each(files.filter((name) => !SHARED.includes(name)))(
    'was read at the versions that are installed: %s',
    (name) => {
      const text = readFileSync(path.join(FOLDER, name), 'utf8').replace(/\n \* /g, ' ');
      const [, said] =
        new RegExp(`read at ((?:${PACKAGE},? (?:and )?)+[\\d.]+\\d|Node \\d+)`).exec(text) ?? [];
      expect(said).toBeDefined();
      if (said?.startsWith('Node ')) return;
      const version = said?.split(' ').pop();
      const names = said?.match(new RegExp(PACKAGE, 'g'))?.filter((word) => word !== 'and') ?? [];
      expect(names.map((one) => [one, installed(one)])).toEqual(names.map((one) => [one, version]));
    },
  );

  it('is refused at the versions that the files name', () => {
    const text = files.map((name) => readFileSync(path.join(FOLDER, name), 'utf8')).join('\n');
    const refused = [...text.matchAll(new RegExp(`'(${PACKAGE}) ([\\d.]+\\d)'`, 'g'))];
    expect(refused.length).toBeGreaterThan(5);
    for (const [, name = '', version] of refused) expect([name, version]).toEqual([name, installed(name)]);
  });
});
