import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '..', '..', '..', '..');
const QUICK_LOADING = './dist/commands/shared/quick-loading.js';
/** Milliseconds: packages are loaded, nothing is started. */
const LONGEST = 60_000;

/** What a program prints that loads packages as servers and commands do. */
const printedBy = async (program: string, folder = ROOT): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
    cwd: folder,
    timeout: LONGEST,
    env: { ...process.env, NODE_COMPILE_CACHE: '' },
  });
  return JSON.parse(stdout);
};

describe('what is loaded ahead of Strapi', () => {
  it('gives every function of date-fns as its index does, and loads one when it is used', async () => {
    const found = (await printedBy(`
      require(${JSON.stringify(QUICK_LOADING)});
      const dates = require('date-fns');
      const loaded = () => Object.keys(require.cache).filter((file) => file.includes('/date-fns/')).length;
      const first = loaded();
      const text = dates.formatISO(new Date(0), { representation: 'date' });
      const used = loaded();
      // Names that have no file come last, as they load all.
      const index = require.resolve('date-fns');
      const quick = require.cache[index].exports;
      delete require.cache[index];
      const whole = require('date-fns');
      const differing = Object.keys(whole).filter((name) => quick[name] !== whole[name]);
      console.log(JSON.stringify({ first, text, used, all: loaded(), names: Object.keys(whole).length, differing }));
    `)) as Record<'first' | 'used' | 'all' | 'names', number> & { text: string; differing: string[] };
    expect(found).toMatchObject({ text: '1970-01-01', differing: [] });
    expect(found.names).toBeGreaterThan(200);
    expect(found.first).toBeLessThan(5);
    expect(found.used).toBeLessThan(25);
    expect(found.all).toBeGreaterThan(300);
  });

  it('loads what Strapi seldom uses when it is used, and then all of it', async () => {
    const found = await printedBy(`
      require(${JSON.stringify(QUICK_LOADING)});
      require('@strapi/strapi');
      const { createRequire } = require('node:module');
      const core = createRequire(require.resolve('@strapi/core/package.json'));
      const packages = ['undici', '@modelcontextprotocol/node', '@modelcontextprotocol/server'];
      const files = (name) => Object.keys(require.cache).filter((file) => file.includes('/node_modules/' + name + '/')).length;
      const before = packages.map(files);
      const used = packages.map((name) => {
        const late = core(name);
        const names = Object.keys(late);
        delete require.cache[core.resolve(name)];
        const whole = core(name);
        return [names.length > 5, names.join() === Object.keys(whole).join(), names.every((one) => typeof late[one] === typeof whole[one])];
      });
      console.log(JSON.stringify({ before, used }));
    `);
    expect(found).toEqual({ before: [1, 1, 1], used: Array(3).fill([true, true, true]) });
  });

  it('remembers compiled files in a folder of its own, and does without where it cannot', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'quick-loading-'));
    try {
      await writeFile(path.join(folder, 'package.json'), '{}');
      const packages = path.join(folder, 'node_modules');
      await mkdir(packages);
      for (const name of await readdir(path.join(ROOT, 'node_modules')))
        if (!name.startsWith('.'))
          await symlink(path.join(ROOT, 'node_modules', name), path.join(packages, name));
      await cp(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true });
      const program = `require(${JSON.stringify(QUICK_LOADING)}); require('@strapi/strapi'); console.log('true')`;
      const cache = path.join(packages, '.cache', 'node');
      const remembered = async () => (await readdir(cache, { recursive: true })).length;

      // A file is where the folder would be.
      await writeFile(path.join(packages, '.cache'), '');
      await expect(printedBy(program, folder)).resolves.toBe(true);
      await rm(path.join(packages, '.cache'));
      await expect(printedBy(program, folder)).resolves.toBe(true);
      expect(await remembered()).toBeGreaterThan(1000);
      await expect(printedBy(program, folder)).resolves.toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
