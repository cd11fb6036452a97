import { inLanguage as ofAstro } from '../../../examples/astro/src/lib/direction';
import { inLanguage as ofNext } from '../../../examples/nextjs/lib/direction';

describe.each([
  ['Next.js', ofNext],
  ['Astro', ofAstro],
])('the direction of a text in the %s example', (_name, inLanguage) => {
  it.each([
    ['ar', 'rtl'],
    ['fa-IR', 'rtl'],
    ['he', 'rtl'],
    ['ur', 'rtl'],
    ['ckb', 'rtl'],
    ['pa-Arab', 'rtl'],
    ['dv', 'rtl'],
    ['pa', 'ltr'],
    ['ja', 'ltr'],
    ['pt-BR', 'ltr'],
    ['az-Latn', 'ltr'],
  ])('is that of its script: %s', (lang, dir) => {
    expect(inLanguage(lang)).toEqual({ lang, dir });
  });

  it('is that of the page where nothing is said of it', () => {
    expect(inLanguage(null)).toEqual({});
  });
});
