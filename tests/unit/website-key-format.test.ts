import fc from 'fast-check';
import {
  generateApiKey,
  isMask,
  maskApiKey,
} from '../../src/plugins/content-delivery/server/src/website-key/format';

describe('generateApiKey', () => {
  it('makes keys of 256 bits that need no encoding in an address', () => {
    const keys = new Set(Array.from({ length: 1_000 }, generateApiKey));
    expect(keys.size).toBe(1_000);
    for (const key of keys) {
      expect(key).toMatch(/^cdk_[\w-]{43}$/);
      expect(encodeURIComponent(key)).toBe(key);
      expect(isMask(key)).toBe(false);
    }
  });
});

describe('maskApiKey', () => {
  it('leaves prefix and last four characters of a key of ours', () => {
    expect(maskApiKey('cdk_abcdefghijklmnopqrstuvwxyz')).toBe('cdk_••••••••wxyz');
  });

  it('leaves the last four characters of a long key from elsewhere, and nothing of a short one', () => {
    expect(maskApiKey('0123456789abcdef')).toBe('••••••••cdef');
    expect(maskApiKey('0123456789abcde')).toBe('••••••••');
    expect(maskApiKey('')).toBe('••••••••');
  });

  it('makes a mask that is known as one and shows no more than the last four characters, for any key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        const mask = maskApiKey(key);
        expect(isMask(mask)).toBe(true);
        expect([...mask.replace(/^cdk_/, '').replace(/•/g, '')].length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

describe('isMask', () => {
  it('takes no other text for a mask', () => {
    for (const text of ['', 'cdk_', 'cdk_abc', '••••', '********', 'key•']) expect(isMask(text)).toBe(false);
  });
});
