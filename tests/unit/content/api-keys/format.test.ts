import fc from 'fast-check';
import {
  enteredKeyProblem,
  generateApiKey,
  isMask,
  maskApiKey,
  resemblesMask,
} from '../../../../src/plugins/content-delivery/server/src/content/api-keys/format';

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

describe('resemblesMask', () => {
  it('knows masks that somebody has edited, in any way', () => {
    const mask = maskApiKey('cdk_abcdefghijklmnopqrstuvwxyz');
    const place = fc.nat(mask.length - 1);
    fc.assert(
      fc.property(place, fc.string({ unit: 'grapheme', maxLength: 4 }), fc.nat(1), (at, text, taken) => {
        expect(resemblesMask(mask.slice(0, at) + text + mask.slice(at + taken))).toBe(true);
      }),
    );
  });

  it.each([
    '•',
    'cdk_•x',
    ' cdk_ •••• ',
    '\u200b•',
    '●●●●●●●●',
    'cdk_∙∙∙∙abcd',
    '********',
    'CDK_********abcd',
    '•a•',
  ])('knows %j', (text) =>
    expect([resemblesMask(text), enteredKeyProblem(text)]).toEqual([true, expect.any(String)]),
  );

  it.each(['a', 'ß', 'cdk_abc', 'a.b.c', 'a·b', '🔑🔑', 'a*b*c', '  spaces  '])('takes %j for none', (text) =>
    expect(resemblesMask(text)).toBe(false),
  );
});

describe('enteredKeyProblem', () => {
  it('takes what is made here, and 16 printable characters', () => {
    for (const key of [generateApiKey(), 'sixteen-letters!', 'with spaces inside it', 'x'.repeat(255)]) {
      expect(enteredKeyProblem(key)).toBeNull();
    }
  });

  it.each([
    'fifteen-letters',
    'x'.repeat(256),
    ' sixteen-letters!',
    'sixteen-letters!\n',
    'sixteen-lettersé',
    '',
  ])('refuses %j', (key) => expect(enteredKeyProblem(key)).not.toBeNull());
});
