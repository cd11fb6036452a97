import { pack, unpack } from '../../../src/plugins/content-delivery/server/src/content/history/packed';

describe('stored versions', () => {
  it.each([
    ['short', { title: 'Tea', tags: [] }],
    ['long', { content: '<p>Tea — ü 茶 🍵</p>'.repeat(1_000), title: null }],
  ])('are what was stored: %s', async (_, values) => {
    expect(await unpack(await pack(JSON.stringify(values)))).toEqual(values);
  });

  it('take less room where they are long', async () => {
    const json = JSON.stringify({ content: '<p>Water for tea is hot.</p>'.repeat(1_000) });
    expect((await pack(json)).length).toBeLessThan(json.length / 10);
  });
});
