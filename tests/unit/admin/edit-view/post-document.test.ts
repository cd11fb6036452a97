import { parse, serialize } from 'parse5';
import {
  postDocument,
  postPartsIn,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/previews/post-document';

const SERVER = 'https://cms.example.com';

describe('a post as it is typed', () => {
  it.each([
    [{}, { title: '', image: null, content: '' }],
    [
      { title: 'A', content: '<p>B</p>', featuredImage: null },
      { title: 'A', image: null, content: '<p>B</p>' },
    ],
    [{ featuredImage: { url: '/uploads/a.webp' } }, { image: `${SERVER}/uploads/a.webp` }],
    [{ featuredImage: { url: 'https://bucket.example/a.webp' } }, { image: 'https://bucket.example/a.webp' }],
    [{ featuredImageUrl: 'https://images.example/b.jpg' }, { image: 'https://images.example/b.jpg' }],
    [
      { featuredImage: { url: '/uploads/a.webp' }, featuredImageUrl: 'https://images.example/b.jpg' },
      { image: `${SERVER}/uploads/a.webp` },
    ],
    [
      { title: 5, content: ['x'], featuredImageUrl: {} },
      { title: '', image: null, content: '' },
    ],
  ])('is read from its form: %j', (values, parts) => {
    expect(postPartsIn(values, SERVER)).toMatchObject(parts);
  });

  it('is one document in which a title is a text and an address an address', () => {
    const document = postDocument(
      { title: '<img src=x> "&', image: 'https://x/"onerror="a&b', content: '<p>Text</p>' },
      'light',
    );
    const body = /<body>(.*)<\/body>/s.exec(serialize(parse(document)))?.[1];
    expect(body).toBe(
      '<h1>&lt;img src=x&gt; "&amp;</h1><p><img src="https://x/&quot;onerror=&quot;a&amp;b" alt=""></p><p>Text</p>',
    );
    expect(document).toContain("default-src 'none'");
    expect(document).not.toContain('color-scheme:dark');
  });

  it('is shown on a dark background too', () => {
    expect(postDocument({ title: 'A', image: null, content: '' }, 'dark')).toContain('color-scheme:dark');
  });
});
