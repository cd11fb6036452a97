import { inWritingOrder } from '../../../../src/plugins/content-delivery/admin/src/around-strapi/content-list';

it('has the content manager list first what editors write first', () => {
  const uids = ['account', 'author', 'category', 'other', 'post', 'pseo-page', 'another'];
  const links = uids.map((name) => ({ uid: `api::${name}.${name}`, title: name }));
  // As the content manager sorts and searches its list.
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
  const sorted = inWritingOrder(links).sort((a, b) => compare(a.title, b.title));
  expect(sorted.map(({ title }) => title.trim())).toEqual([
    'post',
    'category',
    'author',
    'pseo-page',
    'account',
    'another',
    'other',
  ]);
  expect(sorted.every(({ uid, title }) => title.includes(uid.split('.')[1] ?? ''))).toBe(true);
});
