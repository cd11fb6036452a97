import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inTime } from '../../support/in-time';
import { stop, stopProcess } from '../../support/stop';

const never = new Promise<never>(() => undefined);

/** A process that has begun to run what it is given. */
const running = async (code: string) => {
  const child = spawn(process.execPath, ['-e', `${code}; setInterval(() => 0, 1_000); console.log('up');`]);
  const ended = once(child, 'exit').then(([exitCode, signal]: unknown[]) => ({ exitCode, signal }));
  await once(child.stdout, 'data');
  return { child, ended };
};

let said: jest.SpyInstance;
const lines = () => said.mock.calls.map(([text]) => String(text));
beforeEach(() => {
  said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => said.mockRestore());

describe('a process that is stopped', () => {
  it('ends by itself when it is asked to, without a word', async () => {
    const { child, ended } = await running("process.on('SIGTERM', () => process.exit(3))");
    await stopProcess('a server', child);
    expect(await ended).toEqual({ exitCode: 3, signal: null });
    // Nor a second time.
    await stopProcess('a server', child);
    expect(lines()).toEqual([]);
  });

  it('is killed when it does not listen, and that is said', async () => {
    const { child, ended } = await running("process.on('SIGTERM', () => {})");
    await stopProcess('a deaf server', child, { within: 100 });
    expect(await inTime('its end', ended, { within: 5_000 })).toEqual({ exitCode: null, signal: 'SIGKILL' });
    expect(lines()).toEqual(['a deaf server was killed: Waited 0.1 s for a deaf server to end.\n']);
  });

  it('is not waited for when it was never there', async () => {
    const child = spawn('/no/such/program');
    child.on('error', () => undefined);
    await stopProcess('a program', child);
    expect(lines()).toEqual([]);
  });
});

describe('whatever else is stopped', () => {
  it('fails nothing when it does not stop, or fails', async () => {
    await stop('a browser', () => never, { within: 20 });
    await stop('a database', () => Promise.reject(new Error('It is in use.')));
    await stop('a cache', () => {
      throw new Error('It was never there.');
    });
    expect(lines()).toEqual([
      'a browser did not end: Waited 0.02 s for a browser to end.\n',
      'a database did not end: It is in use.\n',
      'a cache did not end: It was never there.\n',
    ]);
  });

  it('is waited for once more after it was killed', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    await stop('a server', () => undefined, { ended, kill: () => end(), within: 20 });
    expect(lines()).toEqual(['a server was killed: Waited 0.02 s for a server to end.\n']);
  });
});
