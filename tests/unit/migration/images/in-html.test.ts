import fc from 'fast-check';
import {
  imageAndFilePlaces,
  imagePlaces,
  withAddresses,
} from '../../../../src/plugins/content-delivery/server/src/migration/images/in-html';

const addresses = (html: string) => imagePlaces(html).map(({ address }) => address);

describe('the images of a text of HTML', () => {
  it.each([
    ['<img src="a.png">', ['a.png']],
    ["<IMG\n SRC = 'a b.png' >", ['a b.png']],
    ['<img src=a.png><img src>', ['a.png']],
    ['<img src="a?x=1&amp;y=2&copy=3">', ['a?x=1&y=2&copy=3']],
    ['<img srcset="a.png 1x, b.png 2x,c.png, d.png 100w">', ['a.png', 'b.png', 'c.png', 'd.png']],
    ['<img srcset="data:image/png;base64,AA== 1x, b.png 2x">', ['data:image/png;base64,AA==', 'b.png']],
    ['<picture><source srcset="a.png"><img src="b.png"></picture>', ['a.png', 'b.png']],
    ['<video><source src="a.mp4"></video><a href="b.png">b.png</a>', []],
    [
      '<!-- <img src="a.png"> --><script>"<img src=\'a.png\'>"</script><textarea><img src="a"></textarea>',
      [],
    ],
    ['<template><img src="a.png"></template><table><img src="b.png"></table>', ['a.png', 'b.png']],
    ['<p>\r\n\r\n<b>\r\n<img\r\nsrc="a.png"\r\nsrc="b.png">', ['a.png']],
    ['<noscript><p>\r\n<img src="a.png"></noscript><img src="b.png">', ['a.png', 'b.png']],
    ['no image', []],
    ['<img src=""><img src="  ">', []],
  ])('%p are %p', (html, expected) => expect(addresses(html)).toEqual(expected));

  it('are found however deep they lie, and however many there are', () => {
    expect(addresses(`${'<div>'.repeat(20_000)}<img src=x>`)).toEqual(['x']);
    const candidates = Array.from({ length: 200_000 }, (_, n) => `${n}.png`);
    expect(addresses(`<img srcset="${candidates.join(', ')}">`)).toHaveLength(200_000);
  });

  it('get other addresses, also within noscript, and all else stays', () => {
    const html = '<noscript>\r\n<img src="a.png" alt="a.png"></noscript><noscript>a.png</noscript>';
    const changes = imagePlaces(html).map((place) => ({ ...place, to: 'https://x.example.com/a' }));
    expect(withAddresses(html, changes)).toBe(html.replace('src="a.png"', 'src="https://x.example.com/a"'));
  });

  it('get other addresses, and nothing else changes', () => {
    const html = `<p>&eacute;\r\n<img src='a.png' alt="a.png"> a.png <img src=a.png></p>`;
    const changes = imagePlaces(html).map((place) => ({ ...place, to: `https://x.example.com/?"a"&'b'` }));
    const to = 'https://x.example.com/?&quot;a&quot;&amp;&#39;b&#39;';
    expect(withAddresses(html, changes)).toBe(
      `<p>&eacute;\r\n<img src='${to}' alt="a.png"> a.png <img src=${to}></p>`,
    );
    expect(addresses(withAddresses(html, changes))).toEqual(changes.map((change) => change.to));
  });

  it('stand where they are said to stand, in any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<img src="',
        "<img srcset='",
        "'",
        '"',
        '>',
        '<',
        '&amp;',
        '\r\n',
        ' 2x, ',
        'a.png',
        '<picture>',
        '<source srcset=',
        '<!--',
        '-->',
      ),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const html = pieces.join('');
        const places = imagePlaces(html);
        let last = 0;
        for (const { start, end } of places) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(html.length);
        expect(withAddresses(html, [])).toBe(html);
      }),
    );
  });
});

describe('the images and files of a text of HTML', () => {
  it('are each found once, in its order', () => {
    const html =
      '<a href="a.pdf"><img srcset="a.png 1x" src="b.png"></a><area href="b.pdf">' +
      '<video poster="c.png" src="a.mp4"><source src="b.mp4" srcset="x.png"><track src="a.vtt"></video>' +
      '<picture><source src="d.png" srcset="e.png"><img src="f.png"></picture><source src="c.mp4">' +
      '<audio src="a.mp3"></audio><embed src="c.pdf"><object data="d.pdf"></object>';
    const found = imageAndFilePlaces(html);
    expect(found.map(({ address, isPicture }) => `${isPicture ? 'picture' : 'file'} ${address}`)).toEqual([
      'file a.pdf',
      'picture a.png',
      'picture b.png',
      'file b.pdf',
      'file c.png',
      'file a.mp4',
      'file b.mp4',
      'file a.vtt',
      'picture d.png',
      'picture e.png',
      'picture f.png',
      'file c.mp4',
      'file a.mp3',
      'file c.pdf',
      'file d.pdf',
    ]);
    expect(found.map(({ start, end }) => html.slice(start, end))).toEqual(
      found.map(({ address }) => address),
    );
    expect(imagePlaces(html)).toEqual(found.filter(({ isPicture }) => isPicture));
  });

  it('are found beside tags whose name every object has', () => {
    const html = '<constructor src="a.png" href="a.pdf"></constructor><a href="b.pdf">';
    expect(imageAndFilePlaces(html).map(({ address }) => address)).toEqual(['b.pdf']);
  });
});
