import fc from 'fast-check';
import {
  begun,
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
  const three = () => jsonChunks(batchesOf([[1], [2], [3]]));

  it('throws the error of the first piece at once, and has ended then', async () => {
    const end = jest.fn(async () => undefined);
    const failing = (async function* (): AsyncGenerator<Buffer> {
      if (Date.now() > 0) throw new Error('no database');
      yield Buffer.from('');
    })();
    await expect(begun(failing, end)).rejects.toThrow('no database');
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('ends once: after the last piece', async () => {
    const end = jest.fn(async () => undefined);
    const { pieces, close } = await begun(three(), end);
    const read: string[] = [];
    for await (const piece of pieces) {
      expect(end).not.toHaveBeenCalled();
      read.push(piece.toString());
    }
    await close();
    expect(read.join('')).toBe('[1,2,3]');
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('ends once: when the reader stops after the first piece or a later one, and when there is none', async () => {
    for (const read of [0, 1, 2]) {
      const end = jest.fn(async () => undefined);
      const { pieces, close } = await begun(three(), end);
      for (let piece = 0; piece < read; piece += 1) await pieces.next();
      if (read > 0) await pieces.return(undefined);
      await close();
      expect(end).toHaveBeenCalledTimes(1);
    }
  });

  it('does not end while a piece is being made', async () => {
    const order: string[] = [];
    let go: () => void = () => undefined;
    const slow = (async function* () {
      yield Buffer.from('first');
      await new Promise<void>((resolve) => (go = resolve));
      order.push('made');
      yield Buffer.from('second');
    })();
    const { pieces, close } = await begun(slow, async () => void order.push('end'));
    await pieces.next();
    const reading = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    const closing = close();
    go();
    await Promise.all([reading, closing]);
    expect(order).toEqual(['made', 'end']);
  });
});
