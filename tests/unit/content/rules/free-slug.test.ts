import fc from 'fast-check';
import {
  createSlugAllocator,
  firstFreeSlug,
  slugFromTitle,
} from '../../../../src/plugins/content-delivery/server/src/content/rules/free-slug';

const title = fc.oneof(
  fc.string({ maxLength: 255 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: 'binary', maxLength: 255 }),
);

describe('slugFromTitle', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  Spaces   between  ', 'spaces-between'],
    ['Über Größe', 'ueber-groesse'],
    ['Как выбрать кофе', 'kak-vybrat-kofe'],
    ['緑茶 と コーヒー', '緑茶-と-コーヒー'],
    ['ا ل ق ه و ة', 'a-l-q-h-w-t'],
    ['1\ufe0f\u20e3', '1'],
    ['❤\ufe0f', 'post'],
    ['\u0301', 'post'],
    ['🎉', 'post'],
    ['!?', 'post'],
    ['', 'post'],
  ])('makes of %p %p', (from, slug) => expect(slugFromTitle(from)).toBe(slug));

  it('makes of any title a slug that fits into an address and a column, with room for a suffix', () => {
    fc.assert(
      fc.property(title, (from) => {
        const slug = slugFromTitle(from);
        expect(slug.length).toBeGreaterThan(0);
        expect(slug.length).toBeLessThanOrEqual(200);
        expect(slug).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u);
        expect(slug).toBe(slug.toLowerCase());
        expect(slug).not.toMatch(/^-|-$/);
        // No half of a character: it would be stored as another one.
        expect(Buffer.from(slug, 'utf8').toString('utf8')).toBe(slug);
      }),
      { numRuns: 1000 },
    );
  });

  it('makes of one title always the same slug', () => {
    fc.assert(fc.property(title, (from) => expect(slugFromTitle(from)).toBe(slugFromTitle(from))));
  });

  it('shortens a long title without breaking a character', () => {
    const slug = slugFromTitle(`a${'𠀋'.repeat(150)}`);
    expect(slug.length).toBeLessThanOrEqual(200);
    expect(slug).not.toMatch(/\p{Cs}/u);
  });
});

describe('firstFreeSlug', () => {
  const free = (slug: string, taken: ReadonlySet<string>) =>
    firstFreeSlug(
      slug,
      async (candidates) => new Set(candidates.filter((candidate) => taken.has(candidate))),
    );

  it('keeps a slug that is free', async () => expect(await free('a', new Set(['b', 'a-2']))).toBe('a'));

  it('takes the lowest free suffix, beyond any number of taken ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(180), fc.array(fc.integer({ min: 2, max: 300 })), async (count, others) => {
        const taken = new Set(['a', ...Array.from({ length: count }, (_, i) => `a-${i + 2}`)]);
        for (const number of others) taken.add(`a-${number}`);
        const slug = await free('a', taken);
        expect(taken.has(slug)).toBe(false);
        const number = Number(slug.slice(2));
        for (let lower = 2; lower < number; lower += 1) expect(taken.has(`a-${lower}`)).toBe(true);
      }),
    );
  });

  it('asks for many candidates at once', async () => {
    let questions = 0;
    const taken = new Set(['a', ...Array.from({ length: 40 }, (_, i) => `a-${i + 2}`)]);
    await firstFreeSlug('a', async () => {
      questions += 1;
      return taken;
    });
    expect(questions).toBe(1);
  });

  it('passes on that the question failed', async () => {
    await expect(firstFreeSlug('a', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
  });
});

describe('createSlugAllocator', () => {
  it('gives what firstFreeSlug would find among those that it has given', async () => {
    const wanted = fc.constantFrom('a', 'a-2', 'a-3', 'b', 'x'.repeat(255), `${'x'.repeat(253)}-2`);
    await fc.assert(
      fc.asyncProperty(fc.array(wanted, { maxLength: 40 }), async (all) => {
        const allocate = createSlugAllocator();
        const given = new Set<string>();
        for (const one of all) {
          const slug = allocate(one);
          expect(slug).toBe(await firstFreeSlug(one, async () => given));
          given.add(slug);
        }
      }),
    );
  });

  it('does not begin again with each of thousands that want the same', () => {
    const allocate = createSlugAllocator();
    const has = jest.spyOn(Set.prototype, 'has');
    try {
      for (let i = 0; i < 2_000; i += 1) allocate('a');
      expect(has.mock.calls.length).toBeLessThan(10_000);
    } finally {
      has.mockRestore();
    }
    expect(allocate('a')).toBe('a-2001');
  });
});
