import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { inTime } from '../../support/in-time';
import { until } from '../../support/until';

const never = new Promise<never>(() => undefined);

describe('until', () => {
  it('brings what it was that came to be', async () => {
    const looks = [undefined, null, false, '', 0, 'there'];
    expect(await until('a text', () => looks.shift(), { every: 1 })).toBe('there');
    expect(await until('a number', () => Promise.resolve(3))).toBe(3);
  });

  it('says for what it has waited in vain, and what there was instead', async () => {
    let looks = 0;
    await expect(
      until('three events', () => (looks += 1) < 0, { within: 60, every: 5, seen: () => ({ looks }) }),
    ).rejects.toThrow(/^Waited 0\.06 s for three events\. Last seen: \{ looks: \d+ \}$/);
    expect(looks).toBeGreaterThan(1);
    const before = looks;
    await wait(30);
    expect(looks).toBe(before);
  });

  it('gives up a look that brings nothing', async () => {
    await expect(until('an answer', () => never, { within: 20 })).rejects.toThrow(
      'Waited 0.02 s for an answer.',
    );
  });

  it('hands on what a look fails with', async () => {
    await expect(
      until('an answer', () => {
        throw new Error('Refused');
      }),
    ).rejects.toThrow('Refused');
  });

  it('takes what has come while the process stood still', async () => {
    // From here on, timers come before files.
    await nextTurn();
    const looked = until('a file', () => stat(__filename), { within: 30 });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    expect((await looked).isFile()).toBe(true);
  });
});

describe('inTime', () => {
  it('shows who waits, with the whole message', async () => {
    const waiting = inTime('nothing', never, { within: 10, seen: () => 'a wall' });
    await expect(waiting).rejects.toMatchObject({
      message: 'Waited 0.01 s for nothing. Last seen: a wall',
      stack: expect.stringMatching(/^Error: Waited .*a wall\n[^]*until\.test\.ts/) as string,
    });
  });

  it('leaves no timer behind what has come', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    expect(await inTime('something', Promise.resolve('it'))).toBe('it');
    expect(timers()).toBe(before);
  });
});
