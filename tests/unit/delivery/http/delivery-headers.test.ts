import {
  contentHeaders,
  isNotModified,
  tagHeaders,
  publicCaching,
} from '../../../../src/plugins/content-delivery/server/src/delivery/http/delivery-headers';

const ETAG = '"abc-_1"';

describe('tagHeaders', () => {
  it.each([
    ['Cache-Tag', { 'Cache-Tag': 'w-a,p-b' }],
    ['CDN-Tag', { 'CDN-Tag': 'w-a,p-b' }],
    ['Surrogate-Key', { 'Surrogate-Key': 'w-a p-b' }],
    ['XKey', { XKey: 'w-a p-b' }],
    ['', {}],
  ])('are written as who reads %s expects', (header, headers) =>
    expect(tagHeaders(header, ['w-a', 'p-b'])).toEqual(headers),
  );

  it('are left out where there are no tags', () => expect(tagHeaders('xkey', [])).toEqual({}));
});

describe('isNotModified', () => {
  it.each([
    ['"abc-_1"', true],
    ['W/"abc-_1"', true],
    ['*', true],
    [' * ', true],
    ['"other", "abc-_1"', true],
    ['"other","abc-_1"', true],
    ['"other" , W/"abc-_1" , "third"', true],
    ['\t"abc-_1"', true],
    [undefined, false],
    ['', false],
    ['"other"', false],
    ['W/"other"', false],
    ['abc-_1', false],
    ['"ABC-_1"', false],
    ['"abc-_1', false],
    ['"abc-_1" "other"', false],
    ['w/"abc-_1"', false],
    ['W/ "abc-_1"', false],
    ['"*"', false],
    ['""', false],
    ['"abc-_1"x', false],
    [',,,', false],
  ])('for If-None-Match %j is %s', (value, expected) => {
    expect(isNotModified(value === undefined ? {} : { 'if-none-match': value }, ETAG)).toBe(expected);
  });

  it('takes no notice of a date', () => {
    expect(isNotModified({ 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }, ETAG)).toBe(false);
  });
});

describe('the headers of a representation', () => {
  const representation = { bytes: Buffer.from('[]'), etag: ETAG };

  it('name its bytes, how they may be kept, and what they were chosen by', () => {
    expect(publicCaching('no-cache')).toEqual({
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    });
  });

  it.each([
    ['identity', {}],
    ['gzip', { 'Content-Encoding': 'gzip' }],
    ['br', { 'Content-Encoding': 'br' }],
  ] as const)('tell the encoding %s where there is one', (encoding, expected) => {
    expect(contentHeaders(representation, encoding)).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': '2',
      ...expected,
    });
  });
});
