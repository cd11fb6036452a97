import {
  addressOfEntry,
  saveOf,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/lost-answers/saves';

const BASE = '/content-manager/collection-types/api::post.post';
const NEW = { model: 'api::post.post', entry: undefined, source: undefined, isPublication: false };

it.each([
  ['POST', BASE, NEW],
  ['POST', `${BASE}/actions/publish`, { ...NEW, isPublication: true }],
  ['POST', `${BASE}/clone/abc`, { ...NEW, source: 'abc' }],
  ['PUT', `/cms${BASE}/abc`, { ...NEW, entry: 'abc' }],
  ['POST', `${BASE}/abc/actions/publish`, { ...NEW, entry: 'abc', isPublication: true }],
  ['GET', `${BASE}/abc`, null],
  ['DELETE', `${BASE}/abc`, null],
  ['POST', `${BASE}/abc/actions/unpublish`, null],
  ['POST', `${BASE}/abc/actions/discard`, null],
  ['POST', `${BASE}/actions/bulkPublish`, null],
  ['POST', `${BASE}/auto-clone/abc`, null],
  ['PUT', '/content-delivery/unsaved-work/api::post.post/abc', null],
])('knows what %s %s stores', (method, path, save) => expect(saveOf(method, path)).toEqual(save));

it('knows where an entry is saved that a form has created', () => {
  const at = (path: string) => `https://cms.example.com/cms${BASE}${path}`;
  expect(addressOfEntry(at('?locale=en'), NEW, 'abc')).toBe(at('/abc?locale=en'));
  expect(addressOfEntry(at('/actions/publish'), { ...NEW, isPublication: true }, 'abc')).toBe(
    at('/abc/actions/publish'),
  );
});
