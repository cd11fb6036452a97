import { ownOf } from '../../../src/plugins/content-delivery/contracts/own';

it('finds what a table has itself, and nothing that all objects have', () => {
  const table: Record<string, string | undefined> = { name: 'Name', empty: undefined };
  expect(ownOf(table, 'name')).toBe('Name');
  for (const name of ['empty', 'other', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(ownOf(table, name)).toBeUndefined();
});
