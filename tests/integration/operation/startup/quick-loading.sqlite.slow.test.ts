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

  it('loads what is seldom used when it is used, and then all of it', async () => {
    const found = await printedBy(`
      require(${JSON.stringify(QUICK_LOADING)});
      require('@strapi/strapi');
      require('prom-client');
      require('@strapi/provider-email-nodemailer');
      const { createRequire } = require('node:module');
      const late = [
        ['undici', '@strapi/core'],
        ['global-agent', '@strapi/core'],
        ['@modelcontextprotocol/node', '@strapi/core'],
        ['@modelcontextprotocol/server', '@strapi/core'],
        ['zod/v4/locales', '@strapi/utils'],
        ['@opentelemetry/api', 'prom-client'],
        ['nodemailer', '@strapi/provider-email-nodemailer'],
      ].map(([name, by]) => [name, createRequire(require.resolve(by + '/package.json'))]);
      const files = ([name]) =>
        Object.keys(require.cache).filter((file) => file.includes('/node_modules/' + name + '/') && !file.endsWith('.json')).length;
      const before = late.map(files);
      const used = late.map(([name, load]) => {
        const quick = load(name);
        const names = Object.keys(quick);
        delete require.cache[load.resolve(name)];
        const whole = load(name);
        return [names.length > 1, names.join() === Object.keys(whole).join(), names.every((one) => typeof quick[one] === typeof whole[one])];
      });
      console.log(JSON.stringify({ before, used }));
    `);
    // Of the languages, English is loaded too.
    expect(found).toEqual({ before: [1, 1, 1, 1, 2, 1, 1], used: Array(7).fill([true, true, true]) });
  });

  it('has the content manager judge what types say of their views, and nothing where they say nothing', async () => {
    const found = await printedBy(`
      require(${JSON.stringify(QUICK_LOADING)});
      const { createRequire } = require('node:module');
      const ofStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
      const { createDefaultConfiguration } = createRequire(ofStrapi.resolve('@strapi/content-manager/package.json'))
        ('./dist/server/services/utils/configuration/index.js');
      global.strapi = { getModel: () => undefined };
      const judgement = (config) =>
        createDefaultConfiguration({ uid: 'api::x.x', config, get attributes() { throw new Error('read'); } }).catch(({ message }) => message);
      const isRefused = async (pageSize) => {
        const settings = { bulkable: true, filterable: true, searchable: true, pageSize, defaultSortBy: '' };
        const attributes = { name: { type: 'string' } };
        // What follows the judgement needs a whole Strapi.
        const { message } = await createDefaultConfiguration({ uid: 'api::x.x', config: { settings }, attributes }).catch((error) => error);
        return /Invalid Model configuration[^]*settings[.]pageSize/.test(message);
      };
      (async () => {
        const judged = [];
        for (const config of [undefined, {}, { attributes: {} }, { settings: {} }])
          judged.push((await judgement(config)).startsWith('Invalid Model configuration'));
        console.log(JSON.stringify({ judged, refused: [await isRefused(5), await isRefused(20)] }));
      })();
    `);
    expect(found).toEqual({ judged: [false, false, false, true], refused: [true, false] });
  });

  it('loads what moves content between servers with the first request of one', async () => {
    const found = await printedBy(`
      require(${JSON.stringify(QUICK_LOADING)});
      const { createRequire } = require('node:module');
      const ofStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
      const ofAdmin = createRequire(ofStrapi.resolve('@strapi/admin/package.json'));
      const { push, pull } = ofAdmin('./dist/server/server/src/controllers/transfer/runner.js');
      const files = () => Object.keys(require.cache).filter((file) => file.includes('/@strapi/data-transfer/')).length;
      const logged = [];
      global.strapi = { log: { error: (error) => logged.push(String(error)) } };
      (async () => {
        const before = files();
        await push({ headers: { upgrade: 'first' } });
        const used = files();
        await pull({ headers: { upgrade: 'second' } });
        const refused = ['first', 'second'].map((header) => logged.some((line) => line.includes(header)));
        console.log(JSON.stringify({ before, isAll: used > 20, again: files() - used, refused }));
      })();
    `);
    expect(found).toEqual({ before: 1, isAll: true, again: 0, refused: [true, true] });
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
