import fc from 'fast-check';
import {
  ParameterProblem,
  readParameters,
  refuseEmpty,
} from '../../../src/plugins/content-delivery/server/src/platform/parameters';

const NAMES = ['slug', 'campaignId'] as const;

describe('readParameters', () => {
  it.each([
    ['', {}],
    ['slug=a', { slug: 'a' }],
    ['slug=a&campaignId=b', { slug: 'a', campaignId: 'b' }],
    ['slug=', { slug: '' }],
    ['slug', { slug: '' }],
    ['slug=a=b', { slug: 'a=b' }],
    ['slug=a+b%2Bc%20d', { slug: 'a b+c d' }],
    ['slug=%E2%98%95', { slug: '☕' }],
    ['slug=%zz%', { slug: '%zz%' }],
    ['slug=%ff%fe', { slug: '\ufffd\ufffd' }],
    ['&&slug=a&&', { slug: 'a' }],
    ['%73lug=a', { slug: 'a' }],
    ['other=a&other=b&other[]=c', {}],
    ['Slug=a&slugs=b&xslug=c&slug.x=d&slug]=e', {}],
    ['[slug]=a&[]=b&=c', {}],
    ['__proto__=a&constructor=b&toString=c&hasOwnProperty=d', {}],
  ])('reads %j', (querystring, expected) => {
    expect(readParameters(querystring, NAMES)).toEqual(expected);
  });

  it.each([
    'slug=a&slug=b',
    'slug=&slug=',
    'slug=&slug=a',
    'slug=a&%73lug=a',
    'slug[]=a',
    'slug[0]=a',
    'slug[a]=b',
    `slug${'[a]'.repeat(50)}=b`,
    'slug[=a',
    'slug%5B%5D=a',
    'slug=a&slug[]=b',
    'slug[__proto__]=a',
  ])('refuses %j and names the parameter', (querystring) => {
    const read = () => readParameters(querystring, NAMES);
    expect(read).toThrow(ParameterProblem);
    expect(read).toThrow(/"slug"/);
  });

  it('gives back any values as they were, whatever stands around them', () => {
    const others = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })));
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        others,
        (slug, campaignId, pairs) => {
          const unknown = pairs.filter(([name]) => !/^(slug|campaignId)(\[|$)/.test(name));
          const querystring = new URLSearchParams([
            ...unknown,
            ['slug', slug],
            ...unknown,
            ['campaignId', campaignId],
          ]).toString();
          expect(readParameters(querystring, NAMES)).toEqual({ slug, campaignId });
        },
      ),
    );
  });

  it('either reads plain texts or throws a ParameterProblem, for any query string', () => {
    const piece = fc.oneof(
      fc.constantFrom('slug', 'campaignId', '=', '&', '[', ']', '%', '%5B', '__proto__', '+', ';', '#', '?'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          const found = readParameters(pieces.join(''), NAMES);
          for (const [name, value] of Object.entries(found)) {
            expect(NAMES).toContain(name);
            expect(typeof value).toBe('string');
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ParameterProblem);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('never repeats a value in its message, which may be a key', () => {
    expect(() => readParameters('apiKey=secret&apiKey=secret', ['apiKey'])).toThrow(/^(?!.*secret)/);
    expect(() => readParameters('apiKey[secret]=secret', ['apiKey'])).toThrow(/^(?!.*secret)/);
  });
});

describe('refuseEmpty', () => {
  it('lets texts and absent parameters pass', () => {
    expect(refuseEmpty({ slug: ' ' })).toEqual({ slug: ' ' });
    expect(refuseEmpty({})).toEqual({});
  });

  it('refuses an empty text and names the parameter', () => {
    expect(() => refuseEmpty({ slug: 'a', campaignId: '' })).toThrow(ParameterProblem);
    expect(() => refuseEmpty({ slug: 'a', campaignId: '' })).toThrow(/"campaignId"/);
  });
});
