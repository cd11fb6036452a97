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

  it('fit into file systems, whole characters', () => {
    const name = createFileNames()('ა'.repeat(300), 'id', '.md');
    expect(Buffer.byteLength(name)).toBeLessThan(130);
    expect(name).toMatch(/^ა+\.md$/);
  });
});
