import {
  AcquireAborted,
  createSemaphore,
  SemaphoreTimeout,
  type Release,
  type Semaphore,
} from '../../../src/plugins/content-delivery/server/src/platform/semaphore';

/** Everything that is ready to run has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

type Request = Parameters<Semaphore['acquire']>[0];

/** Acquires in the given order; tells who has passed, and gives back for them. */
const watched = (semaphore: Semaphore, requests: Record<string, Request>) => {
  const passed: string[] = [];
  const refused: Record<string, unknown> = {};
  const releases: Record<string, Release> = {};
  for (const [name, request] of Object.entries(requests)) {
    semaphore.acquire(request).then(
      (release) => {
        passed.push(name);
        releases[name] = release;
      },
      (error: unknown) => {
        refused[name] = error;
      },
    );
  }
  return {
    passed,
    refused,
    release: async (...names: string[]): Promise<void> => {
      for (const name of names) releases[name]?.();
      await settled();
    },
  };
};

describe('a semaphore', () => {
  it('lets so many pass, the others in their order', async () => {
    const { passed, release } = watched(createSemaphore({ capacity: 2 }), { a: {}, b: {}, c: {}, d: {} });
    await settled();
    expect(passed).toEqual(['a', 'b']);
    await release('b');
    expect(passed).toEqual(['a', 'b', 'c']);
    await release('a', 'c');
    expect(passed).toEqual(['a', 'b', 'c', 'd']);
  });

  it('takes back once only', async () => {
    const semaphore = createSemaphore({ capacity: 1 });
    const { passed, release } = watched(semaphore, { a: {}, b: {}, c: {} });
    await settled();
    await release('a');
    await release('a');
    expect(passed).toEqual(['a', 'b']);
  });

  it('counts weights, and lets nobody overtake for ever who needs much', async () => {
    const { passed, release } = watched(createSemaphore({ capacity: 10 }), {
      six: { weight: 6 },
      nine: { weight: 9 },
      one: { weight: 1 },
      eleven: { weight: 11 },
      last: { weight: 1 },
    });
    await settled();
    expect(passed).toEqual(['six']);
    await release('six');
    expect(passed).toEqual(['six', 'nine', 'one']);
    await release('nine');
    expect(passed).toEqual(['six', 'nine', 'one']);
    // More than there is: alone.
    await release('one');
    expect(passed).toEqual(['six', 'nine', 'one', 'eleven']);
    await release('eleven');
    expect(passed).toEqual(['six', 'nine', 'one', 'eleven', 'last']);
  });

  it('passes over an owner who holds its share, and no other', async () => {
    const { passed, release } = watched(createSemaphore({ capacity: 3, share: 2 }), {
      a1: { owner: 'a' },
      a2: { owner: 'a' },
      a3: { owner: 'a' },
      b1: { owner: 'b' },
      c1: { owner: 'c' },
    });
    await settled();
    expect(passed).toEqual(['a1', 'a2', 'b1']);
    await release('a1');
    expect(passed).toEqual(['a1', 'a2', 'b1', 'a3']);
    await release('b1');
    expect(passed).toEqual(['a1', 'a2', 'b1', 'a3', 'c1']);
  });

  it('ends a wait that takes too long, or that nobody needs any more; neither takes a place', async () => {
    const semaphore = createSemaphore({ capacity: 1 });
    const gone = new AbortController();
    const never = new AbortController();
    never.abort();
    const { passed, refused, release } = watched(semaphore, {
      a: {},
      late: { timeout: 1 },
      gone: { signal: gone.signal },
      never: { signal: never.signal },
      next: { timeout: 60_000 },
    });
    await settled();
    gone.abort();
    await settled();
    while (!refused['late']) await settled();
    expect(refused).toEqual({
      late: expect.any(SemaphoreTimeout) as unknown,
      gone: expect.any(AcquireAborted) as unknown,
      never: expect.any(AcquireAborted) as unknown,
    });
    await release('a');
    expect(passed).toEqual(['a', 'next']);
    await release('next');
    await semaphore.acquire();
  });

  it('lets those behind pass when one who needed much gives up', async () => {
    const gone = new AbortController();
    const { passed } = watched(createSemaphore({ capacity: 3 }), {
      a: { weight: 2 },
      much: { weight: 3, signal: gone.signal },
      little: { weight: 1 },
    });
    await settled();
    expect(passed).toEqual(['a']);
    gone.abort();
    await settled();
    expect(passed).toEqual(['a', 'little']);
  });
});
