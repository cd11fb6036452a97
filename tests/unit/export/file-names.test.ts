import { createFileNames } from '../../../src/plugins/content-delivery/server/src/export/file-names';

describe('names of files', () => {
  it.each([
    ['a-wheel', 'a-wheel.md'],
    ['größe', 'größe.md'],
    ['cities/oslo', 'cities-oslo.md'],
    ['../../etc/passwd', 'etc-passwd.md'],
    ['.hidden', 'hidden.md'],
    ['_draft', 'draft.md'],
    ['con', 'con-.md'],
    ['aux.x', 'aux-.x.md'],
    ['a\0b?c:d', 'a-b-c-d.md'],
    ['///', 'id.md'],
    ['', 'id.md'],
  ])('%j', (wanted, name) => {
    expect(createFileNames()(wanted, 'id', '.md')).toBe(name);
  });

  it('are each there once, where capital letters do not count', () => {
    const nameFor = createFileNames();
    expect(['Wheel', 'wheel', 'WHEEL'].map((wanted) => nameFor(wanted, 'id', '.md'))).toEqual([
      ...['Wheel.md', 'wheel-2.md', 'WHEEL-3.md'],
    ]);
  });

  it('are numbered in a time that grows with how many there are', () => {
    const nameFor = createFileNames();
    expect(nameFor('picture-3', 'id', '.png')).toBe('picture-3.png');
    const names = Array.from({ length: 200_000 }, () => nameFor('picture', 'id', '.png'));
    expect(names.slice(0, 4)).toEqual(['picture.png', 'picture-2.png', 'picture-4.png', 'picture-5.png']);
    expect(names.at(-1)).toBe('picture-200001.png');
  });

  it('fit into file systems, whole characters', () => {
    const name = createFileNames()('ა'.repeat(300), 'id', '.md');
    expect(Buffer.byteLength(name)).toBeLessThan(130);
    expect(name).toMatch(/^ა+\.md$/);
  });
});
