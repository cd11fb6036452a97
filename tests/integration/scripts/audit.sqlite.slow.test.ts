import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { portOf } from '../../support/connections';
import { temporaryFolder } from '../../support/temporary-folder';

const ADVISORY = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Cookies can be read aloud',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
  cwe: [],
  cvss: { score: 0, vectorString: null },
};
const entry = (until: string) => ({
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'koa',
  reason: 'Nobody reads aloud here.',
  until,
});

describe('the audit of dependencies', () => {
  let registry: Server;
  let port: number;
  const folder = temporaryFolder();
  /** What the registry knows; null: it cannot be asked. */
  let advisories: Record<string, object[]> | null;

  beforeAll(async () => {
    registry = createServer((request, response) => {
      request.resume().on('end', () => {
        response.statusCode = advisories ? 200 : 405;
        response.setHeader('Content-Type', 'application/json');
        // npm asks for the versions of each package that it has been told of.
        const name = decodeURIComponent(request.url?.slice(1) ?? '');
        const version = { name, version: '1.0.0' };
        const versions = { name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } };
        response.end(JSON.stringify(request.method === 'GET' ? versions : (advisories ?? {})));
      });
    });
    port = await portOf(registry);
  });
  afterAll(() => new Promise((closed) => registry.close(closed)));

  const audit = async (known: typeof advisories, accepted: unknown = []) => {
    advisories = known;
    const list = path.join(folder, 'accepted.json');
    await writeFile(list, JSON.stringify(accepted));
    const child = spawn(
      process.execPath,
      ['scripts/audit.mjs', '--omit=dev', `--registry=http://127.0.0.1:${port}/`, '--fetch-retries=0'],
      { env: { ...process.env, AUDIT_ACCEPTED: list }, cwd: path.resolve(__dirname, '../../..') },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    const code = await new Promise((ended) => child.on('close', ended));
    return { code, said };
  };

  it('is content when nothing is known', async () => {
    expect(await audit({})).toEqual({ code: 0, said: expect.stringMatching(/^No advisory/) as string });
  });

  it('fails for an advisory that nobody has looked at, and names it', async () => {
    const { code, said } = await audit({ koa: [ADVISORY] });
    expect(code).toBe(1);
    expect(said).toContain('high: koa <99.0.0: Cookies can be read aloud');
    expect(said).toContain(ADVISORY.url);
  });

  it('takes one that is accepted, for as long as it is, and for its package alone', async () => {
    expect((await audit({ koa: [ADVISORY] }, [entry('2999-12-31')])).code).toBe(0);
    const ended = await audit({ koa: [ADVISORY] }, [entry('2020-01-01')]);
    expect(ended).toEqual({ code: 1, said: expect.stringContaining('accepted until 2020-01-01') as string });
    expect((await audit({ koa: [ADVISORY], pg: [ADVISORY] }, [entry('2999-12-31')])).code).toBe(1);
  });

  it('says which accepted ones are not reported any more', async () => {
    const { code, said } = await audit({}, [entry('2999-12-31')]);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/take it out/) as string });
  });

  it('says when the registry could not be asked, which is no success', async () => {
    expect(await audit(null)).toEqual({
      code: 2,
      said: expect.stringMatching(/could not be asked/) as string,
    });
  });

  it('refuses a list without reasons', async () => {
    const { code, said } = await audit({}, [{ ...entry('2999-12-31'), reason: ' ' }]);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('needs "reason"') as string });
  });
});
