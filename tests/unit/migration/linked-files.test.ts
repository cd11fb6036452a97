import { withLinks } from '../../../src/plugins/content-delivery/server/src/migration/html/links';

const linked = (html: string) =>
  withLinks(
    html,
    {
      base: 'https://old.example.com/',
      hosts: new Set(['old.example.com']),
      fileHosts: new Set(),
      slugAt: () => null,
    },
    null,
  );

describe('files of the old website in a text', () => {
  it.each(['a.csv', 'a.txt', 'a.m4v', 'a.mov', 'a.pdf'])(
    'are no pages, and %s is copied with --linked-files',
    (name) => {
      const { toOthers, toFiles, notTaken } = linked(`<a href="/f/${name}">a</a>`);
      expect([toOthers, toFiles.map(({ pathname }) => pathname), notTaken]).toEqual([[], [`/f/${name}`], []]);
    },
  );

  it.each([
    '<a href="/a.doc">a</a>',
    '<a href="/a.svg">a</a>',
    '<a href="/wp-content/plugins/x">a</a>',
    '<p style="background: url(/a.png)">a</p>',
  ])('are named where they stay there even then: %s', (html) => {
    const { toFiles, notTaken } = linked(html);
    expect(toFiles).toHaveLength(1);
    expect(notTaken).toEqual(toFiles);
  });
});

describe('addresses of the old website in a text', () => {
  const OLD = 'https://old.example.com';
  it.each([
    [`<iframe src="${OLD}/menu.pdf"></iframe>`, ['/menu.pdf']],
    ['<iframe src="/wp-content/menu.pdf"></iframe>', ['/wp-content/menu.pdf']],
    [`<svg><image href="${OLD}/a.png"/><use xlink:href="/b.svg#c"/></svg>`, ['/a.png', '/b.svg']],
    [`<style>.a{background:url(${OLD}/a.jpg)}.b{background:url('/b.jpg')}</style>`, ['/a.jpg', '/b.jpg']],
    [`<script src="${OLD}/quiz.js"></script>`, ['/quiz.js']],
    ['<script>load("https:\\/\\/old.example.com\\/a.json")</script>', ['/a.json']],
    [`<form action="${OLD}/send"><input type="image" src="/b.png"></form>`, ['/send', '/b.png']],
    [`<div data-slides='["//old.example.com/a.png"]'>a</div>`, ['/a.png']],
    [`<p>See ${OLD}/shop.</p>`, ['/shop']],
    // Named as links, files and pictures.
    [`<a href="${OLD}/shop">${OLD}/shop</a><img src="/a.png" data-orig-file="${OLD}/a.png">`, []],
    [`<video src="${OLD}/a.mp4" poster="/a.png"></video><p style="background:url(${OLD}/a.png)">`, []],
    ['https://old.example.community/a https://very-old.example.com.evil/ /a', []],
    [`<!-- ${OLD}/a -->`, []],
    [`<div data-slides="{&quot;a&quot;:&quot;${OLD}/a.png&quot;}">a</div>`, ['/a.png']],
    ['<p>See old.example.com/shop, or write to me@old.example.com.</p>', ['/shop']],
    [`<a href="https://share.example.org/?u=${encodeURIComponent(`${OLD}/a/`)}&amp;t=b">Share</a>`, ['/a/']],
    [`<a href="https://archive.example.org/2020/${OLD}/a">a</a>`, []],
    [
      '<a href="https://i0.wp.com/old.example.com/a.png"><img src="https://i0.wp.com/old.example.com/a.png"></a>',
      ['/old.example.com/a.png'],
    ],
  ])('are found where nothing is done about them: %s', (html, paths) =>
    expect(linked(html).left.map(({ pathname }) => pathname)).toEqual(paths),
  );

  it('are told apart where nothing shows them', () => {
    const { left, beside } = linked(`<img src="/a-300.png" data-orig-file="${OLD}/a.png"><!-- ${OLD}/b -->`);
    expect([left, beside.map(({ pathname }) => pathname)]).toEqual([[], ['/a.png', '/b']]);
  });
});
