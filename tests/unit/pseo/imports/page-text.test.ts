import {
  textHashOfPage,
  withoutVariables,
  wordsOfHtml,
} from '../../../../src/plugins/content-delivery/server/src/pseo/imports/page-text';

const words = (text: string) => text.split(' ');

describe('what a reader of a page sees', () => {
  it.each([
    ['<h1>Hello,</h1><p class="a b">World</p>', 'hello world'],
    ['<p>a</p><script>let b</script><style>c{}</style><!-- d -->e', 'a e'],
    ['Fish &amp; chips &#39;n&#x27; caf&eacute;', 'fish chips n caf eacute'],
    ['ein Café', 'ein café'],
  ])('of %p is %p', (html, expected) => expect(wordsOfHtml(html).join(' ')).toBe(expected));
});

describe('taking the variables out of a text', () => {
  it.each([
    ['coffee in new york is good', { city: 'New York' }, 'coffee in is good'],
    ['coffee in york is good', { city: 'New York' }, 'coffee in york is good'],
    ['berlin is in berlin', { city: 'Berlin', other: 'Berlin Mitte' }, 'is in'],
    ['one two three four five', { text: 'One two three four five' }, 'one two three four five'],
    [
      'berlin has long nights and short days',
      { city: 'Berlin', t: 'Berlin has long nights and' },
      'has long nights and short days',
    ],
    ['a b c', { empty: '', marks: '—' }, 'a b c'],
  ])('%p with %p leaves %p', (text, variables, expected) =>
    expect(withoutVariables(words(text), variables as unknown as Record<string, string>).join(' ')).toBe(
      expected,
    ),
  );
});

describe('the hash of a page', () => {
  it('is the same for pages that differ in their names only', () => {
    const hashOf = (city: string, html: string) => textHashOfPage(html, { city });
    const berlin = hashOf('Berlin', '<h1>Berlin</h1><p>Coffee in Berlin.</p>');
    expect(hashOf('New York', '<h2 class="x">New York</h2>coffee &#105;n New York')).toBe(berlin);
    expect(hashOf('Berlin', '<h1>Berlin</h1><p>Tea in Berlin.</p>')).not.toBe(berlin);
    expect(hashOf('Berlin', '')).toBe(hashOf('Rome', ' <br> '));
  });
});
