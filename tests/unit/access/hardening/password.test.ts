import fc from 'fast-check';
import {
  validatePassword,
  MIN_PASSWORD_LENGTH,
} from '../../../../src/plugins/content-delivery/server/src/access/hardening/passwords/password';

const ABOUT = ['mara.lindqvist@example.com', 'Mara', 'Lindqvist'];

describe('validatePassword', () => {
  it.each([
    ['Kettle-stone-42', null],
    ['Über-den-Bergen-7', null],
    ['Short-pass1', /at least 12 characters/],
    ['Aa1Aa1Aa1Aa1Aa1', /6 different/],
    ['AAAAaaaa1111', /6 different/],
    ['my-MARA-password-1', /name/],
    ['lindqvist-Kettle-1', /name/],
    ['Example-kettle-1', /e-mail/],
    // Too short to be more than a part of other words.
    ['Com-kettle-stone-1', null],
  ])('says of %s: %s', (password, fault) => {
    const found = validatePassword(password, ABOUT);
    if (fault === null) expect(found).toBeNull();
    else expect(found).toMatch(fault);
  });

  it('counts characters, not the units that they are stored in', () => {
    expect(validatePassword('😀😁😂😃😄😅aB1', [])).toMatch(/at least 12/);
  });

  it('refuses whatever is too short, and whatever has a name in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-z]{4,12}$/), (text, name) => {
        const fault = validatePassword(`${text}${name.toUpperCase()}`, [name]);
        expect(fault).not.toBeNull();
        if ([...text].length < MIN_PASSWORD_LENGTH) expect(validatePassword(text, [])).not.toBeNull();
      }),
    );
  });
});
