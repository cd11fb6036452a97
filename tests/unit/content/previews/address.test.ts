import fc from 'fast-check';
import {
  fillPreviewAddress,
  previewAddressProblem,
} from '../../../../src/plugins/content-delivery/server/src/content/previews/address';
import { PREVIEW_ADDRESS_EXAMPLE } from '../../../../src/plugins/content-delivery/contracts/previews';

describe('the preview address of a website', () => {
  it.each([
    PREVIEW_ADDRESS_EXAMPLE,
    'http://localhost:3000/preview?token={token}',
    'https://example.com/{type}/{slug}#{token}',
    'https://example.com/p?a={token}&b={token}',
  ])('may be %s', (address) => expect(previewAddressProblem(address)).toBeNull());

  it.each([
    ['/api/preview?token={token}', 'web address'],
    ['ftp://example.com/{token}', 'web address'],
    ['javascript:alert({token})', 'web address'],
    ['https://example.com/\t{token}', 'web address'],
    ['https://example.com/api/preview', 'must have {token}'],
    ['https://example.com/?token={Token}', '{Token} is not known'],
    ['https://example.com/?token={token}&id={id}', '{id} is not known'],
    ['https://example.com/?token={token}&x={}', '{} is not known'],
    ['https://example.com/?token={token', 'brace'],
    ['https://example.com/?token={token}}', 'brace'],
    ['https://{slug}.example.com/?token={token}', 'after the name'],
    ['https://{slug}@example.com/?token={token}', 'after the name'],
  ])('is not %s', (address, words) => expect(previewAddressProblem(address)).toContain(words));

  it('gives back each value as the website reads it, whatever it consists of', () => {
    const value = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(value, value, value, (type, slug, token) => {
        const filled = new URL(fillPreviewAddress(PREVIEW_ADDRESS_EXAMPLE, { type, slug, token }));
        expect(Object.fromEntries(filled.searchParams)).toEqual({ type, slug, token });
        expect(filled.origin + filled.pathname).toBe('https://example.com/api/preview');
      }),
    );
  });
});
