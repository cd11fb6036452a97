import fc from 'fast-check';
import {
  prefetchFirst,
  withCleanup,
  concatUpTo,
  jsonChunks,
} from '../../../../src/plugins/content-delivery/server/src/delivery/answers/json';

async function* batchesOf(batches: unknown[][]): AsyncGenerator<() => unknown[]> {
  for (const batch of batches) yield () => batch;
}

describe('jsonChunks', () => {
  it('gives the bytes that JSON.stringify gives for all items, however they are divided', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.jsonValue(), { maxLength: 4 }), { maxLength: 5 }),
        async (batches) => {
          const whole = JSON.stringify(batches.flat());
          const joined = await concatUpTo(jsonChunks(batchesOf(batches)), Infinity);
          expect(joined?.toString('utf8')).toBe(whole);
        },
      ),
    );
  });
});

describe('concatUpTo', () => {
  it('gives up where there are more bytes than wanted', async () => {
    const pieces = () => jsonChunks(batchesOf([['1234'], ['5678']]));
    const { length } = JSON.stringify(['1234', '5678']);
    expect((await concatUpTo(pieces(), length))?.length).toBe(length);
    expect(await concatUpTo(pieces(), length - 1)).toBeNull();
  });
});

describe('begun', () => {
  it('has the error of the first piece at once, and gives all pieces otherwise', async () => {
    const failing = (async function* (): AsyncGenerator<Buffer> {
      if (Date.now() > 0) throw new Error('no database');
      yield Buffer.from('');
    })();
    await expect(prefetchFirst(failing)).rejects.toThrow('no database');
    const pieces: string[] = [];
    for await (const piece of await prefetchFirst(jsonChunks(batchesOf([[1], [2]]))))
      pieces.push(piece.toString());
    expect(pieces.join('')).toBe('[1,2]');
  });
});

describe('endingWith', () => {
  const three = () => jsonChunks(batchesOf([[1], [2], [3]]));

  it('ends once: after the last piece', async () => {
    const end = jest.fn(async () => undefined);
    const { pieces, close } = withCleanup(three(), end);
    const read: string[] = [];
    for await (const piece of pieces) {
      expect(end).not.toHaveBeenCalled();
      read.push(piece.toString());
    }
    await close();
    expect(read.join('')).toBe('[1,2,3]');
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('ends once: when the reader stops, and when there is none', async () => {
    const end = jest.fn(async () => undefined);
    const stopped = withCleanup(three(), end);
    for await (const piece of stopped.pieces) if (piece.length > 0) break;
    await stopped.close();
    expect(end).toHaveBeenCalledTimes(1);
    await withCleanup(three(), end).close();
    expect(end).toHaveBeenCalledTimes(2);
  });

  it('does not end while a piece is being made', async () => {
    const order: string[] = [];
    let go: () => void = () => undefined;
    const slow = (async function* () {
      await new Promise<void>((resolve) => (go = resolve));
      order.push('made');
      yield Buffer.from('x');
    })();
    const { pieces, close } = withCleanup(slow, async () => void order.push('end'));
    const reading = pieces[Symbol.asyncIterator]().next();
    await new Promise((resolve) => setImmediate(resolve));
    const closing = close();
    go();
    await Promise.all([reading, closing]);
    expect(order).toEqual(['made', 'end']);
  });
});
