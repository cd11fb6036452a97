import fc from 'fast-check';
import { slugFromName } from '../../../src/plugins/content-delivery/contracts/delivery';

describe('slugFromName', () => {
  it.each([
    ['Web Dev', 'web-dev'],
    ['web  dev', 'web-dev'],
    ['Web\t\n Dev', 'web-dev'],
    [' Web Dev ', '-web-dev-'],
    ['C++ & C#', 'c++-&-c#'],
    ['Ünïcode Ñame', 'ünïcode-ñame'],
    ['Кава\u00a0І Чай', 'кава-і-чай'],
    ['already-a-slug', 'already-a-slug'],
    ['a - b', 'a---b'],
    ['', ''],
  ])('derives from %j the slug %j', (name, slug) => {
    expect(slugFromName(name)).toBe(slug);
  });

  it('leaves no whitespace and no capitals, and does not change what it made itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const slug = slugFromName(name);
        expect(slug).not.toMatch(/\s/);
        expect(slugFromName(slug)).toBe(slug);
      }),
    );
  });
});
