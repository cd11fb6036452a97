import { yup } from '@strapi/utils';
import fc from 'fast-check';
import { boundEmailPattern } from '../../../../src/plugins/content-delivery/server/src/platform/patches/yup-email';
import { costOf } from '../../../support/cpu-time';

describe('what yup takes for an e-mail address', () => {
  // As Strapi's own, which are made when its modules are loaded.
  const schema = yup.string().email();
  const isEmail = (text: string): boolean => schema.isValidSync(text);
  const [test] = schema.describe().tests;
  /** What yup says by itself: only the search with it is changed. */
  const original = test?.params?.['regex'] as RegExp;
  beforeAll(boundEmailPattern);

  it.each([
    'a@example.com',
    'first.last+tag@mail.example.co.uk',
    "o'neil_1@my-host.example.org",
    'käthe@münchen.example.de',
    'a@xn--mnchen-3ya.de',
    'a@1.2.example.x1y',
  ])('%s', (address) => expect([isEmail(address), original.test(address)]).toEqual([true, true]));

  it.each([
    '',
    'a',
    'a@',
    '@example.com',
    'a@example',
    'a@.com',
    'a@b..com',
    'a@-b.com',
    'a b@c.de',
    'a@b.c ',
  ])('is not %j, but for none at all', (text) => expect(isEmail(text)).toBe(text === ''));

  it('is nothing that yup did not take before', () => {
    const piece = fc.constantFrom('a', 'Z', '1', '.', '-', '_', '~', '@', 'é', '!', '"', ' ', 'com');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        if (text !== '' && isEmail(text)) expect(original.test(text)).toBe(true);
      }),
    );
  });

  it('is told in a time that grows with the length of a text', async () => {
    const most = 20;
    // First what takes yup by itself some seconds, and not for ever as the others.
    expect(await costOf(() => isEmail(`a@${'aa.'.repeat(28)}!`))).toBeLessThan(most);
    const texts = [
      `a@${'aa.'.repeat(100_000)}!`,
      `a@${'a'.repeat(400_000)}`,
      `a@${'a-'.repeat(200_000)}`,
      'a.'.repeat(200_000),
      `"${'\\"'.repeat(200_000)}`,
    ];
    expect(await costOf(() => texts.map(isEmail))).toBeLessThan(most);
  });
});
