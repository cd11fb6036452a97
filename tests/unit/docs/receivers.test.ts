import http from 'node:http';
import net from 'node:net';
import ts from 'typescript';
import { verifyWebhook, WebhookVerificationError } from '../../../client/src';
import { closeServer, portOf } from '../../support/connections';
import { pages } from '../../support/docs/pages';

/** A block of the guide to webhooks, as a script with these names. @param part of its text that no other block has */
const run = (part: string, names: Record<string, unknown>): Record<string, unknown> => {
  const { pieces = [] } = pages().find(({ file }) => file === 'docs/webhooks.md') ?? {};
  const [block, ...others] = pieces.filter(({ kind, text }) => kind === 'block' && text.includes(part));
  if (!block || others.length > 0) throw new Error(`Not one block has "${part}".`);
  const { outputText } = ts.transpileModule(block.text.replaceAll(/^import .*$/gm, ''), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported: Record<string, unknown> = {};
  const given = { exports: exported, ...names };
  new Function(...Object.keys(given), outputText)(...Object.values(given));
  return exported;
};

describe('the receiver in plain Node', () => {
  let server: http.Server;
  let port: number;
  /** What would have ended the process. */
  const thrown: unknown[] = [];

  beforeAll(async () => {
    run('createServer', {
      verifyWebhook,
      WebhookVerificationError,
      process: { env: { CONTENT_WEBHOOK_SECRET: `whsec_${Buffer.from('secret').toString('base64')}` } },
      console: { error: () => undefined },
      createServer: (receive: (...args: unknown[]) => Promise<void>) => {
        server = http.createServer((...args) => void receive(...args).catch((error) => thrown.push(error)));
        return { listen: () => undefined };
      },
    });
    port = await portOf(server);
  });
  afterAll(() => closeServer(server));

  const statusOf = async (body: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).status;

  it('takes nothing that is not signed, and reads no more than an event can have', async () => {
    expect(await statusOf('{}')).toBe(401);
    expect(await statusOf('x'.repeat(1_000_000))).toBe(413);
  });

  it('goes on after a caller who leaves in the middle of a body', async () => {
    const caller = net.connect(port, '127.0.0.1');
    const begun = new Promise((done) => server.once('request', done));
    caller.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
    await begun;
    caller.destroy();
    expect(await statusOf('{}')).toBe(401);
    await closeServer(server);
    expect(thrown).toEqual([]);
  });
});

describe('the receiver that starts builds', () => {
  const MINUTE = 60_000;
  let onEvent: (event: { type: string }) => void;
  /** Minutes after which the build hook was called. */
  let called: number[];
  /** What the hook answers, call by call; then a 200. */
  let answers: (number | Error)[];

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    called = [];
    answers = [];
    const { onEvent: exported } = run('onEvent', {
      process: { env: { BUILD_HOOK_URL: 'https://host.example/hook' } },
      console: { error: () => undefined },
      fetch: async () => {
        called.push(Date.now() / MINUTE);
        const answer = answers.shift() ?? 200;
        if (answer instanceof Error) throw answer;
        return new Response(null, { status: answer });
      },
    });
    onEvent = exported as typeof onEvent;
  });
  afterEach(() => jest.useRealTimers());

  const wait = (minutes: number) => jest.advanceTimersByTimeAsync(minutes * MINUTE);

  it('waits for a pause', async () => {
    onEvent({ type: 'test' });
    onEvent({ type: 'post.updated' });
    await wait(0.5);
    onEvent({ type: 'post.updated' });
    await wait(30);
    expect(called).toEqual([1.5]);
  });

  it('waits no longer than ten minutes', async () => {
    for (let half = 0; half < 30; half += 1) {
      onEvent({ type: 'post.updated' });
      await wait(0.5);
    }
    expect(called).toEqual([10]);
    await wait(10);
    expect(called).toEqual([10, 15.5]);
  });

  it('tries again, later each time, until a build has started', async () => {
    answers = [500, new Error('no network'), 429];
    onEvent({ type: 'post.updated' });
    await wait(60);
    expect(called).toEqual([1, 2, 4, 8]);
  });
});
