import { readOutcomes } from '../../../../src/plugins/content-delivery/admin/src/inputs/pictures/address-outcomes';

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const file = { id: 1, url: '/uploads/a.png', name: 'a.png', mime: 'image/png' };

describe('what came of pictures that the server was to fetch', () => {
  const [a, b] = ['https://example.com/a.png', 'https://example.com/b.png'];
  const answer =
    event('file:fetching', { url: a, index: 0, total: 2 }) +
    event('file:complete', { name: 'a.png', index: 0, file }) +
    event('file:error', { url: b, index: 1, message: 'It cannot be fetched.' }) +
    event('stream:complete', { data: [file], errors: [] });

  it('is said for each, in the order of their addresses', () => {
    expect(readOutcomes(answer, [a, b])).toEqual([
      { address: a, file, problem: '' },
      { address: b, file: null, problem: 'It cannot be fetched.' },
    ]);
  });

  it('is what has arrived where the answer is cut off, anywhere', () => {
    const known = [undefined, 'It cannot be fetched.', ''];
    for (let length = 0; length < answer.length; length += 1) {
      const [first, second] = readOutcomes(answer.slice(0, length), [a, b]);
      expect([null, 1]).toContain(first?.file?.id ?? null);
      expect(known).toContain(second?.problem);
    }
    expect(readOutcomes('', [a])).toEqual([{ address: a, file: null, problem: '' }]);
  });

  it('is nothing for an address that was not asked for', () => {
    expect(readOutcomes(event('file:complete', { index: 7, file }), [a])[0]?.file).toBeNull();
  });
});
