import { readOptions } from '../../../../commands/import-api/options';
import { dateFrom } from '../../../../src/plugins/content-delivery/server/src/migration/source-dates';
import {
  toListedPage,
  toListedPost,
  toPage,
  toPost,
  type ListedPage,
  type ListedPost,
} from '../../../../commands/import-api/source/entries';
import { inOrder } from '../../../../commands/import-api/source/in-order';
import { idsInOrder } from '../../../../commands/shared/migration/ids-in-order';
import { reportLine } from '../../../../commands/shared/migration/print';
import { withWrittenNumbers } from '../../../../src/plugins/content-delivery/server/src/platform/written-numbers';
import { WrongOptions } from '../../../../commands/shared/options';
import { createReport } from '../../../../src/plugins/content-delivery/server/src/migration/report';
import { fakePage, fakePost } from '../../../support/fake-source';

describe('the options of import:api', () => {
  const needed = ['--from', 'https://cms.example.com/', '--website', 'W'];

  it('take the key from the environment, unless it is given', () => {
    expect(readOptions(needed, { SOURCE_API_KEY: 'k' })).toMatchObject({ apiKey: 'k', concurrency: 4 });
    expect(readOptions([...needed, '--api-key', 'own'], { SOURCE_API_KEY: 'k' })).toMatchObject({
      apiKey: 'own',
    });
    expect(() => readOptions(needed, {})).toThrow(WrongOptions);
  });

  it.each(['secret\n', ' secret', '"secret"'])(
    'name the variable of a key that has something around it: %j',
    (key) => {
      const read = () => readOptions(needed, { SOURCE_API_KEY: key });
      expect(read).toThrow(WrongOptions);
      expect(read).toThrow(/^The API key .*SOURCE_API_KEY(?!.*secret)/);
    },
  );

  it('take names of campaigns, and hosts of images as people write them', () => {
    const more = [
      '--campaign-name',
      'a=b = c',
      '--image-host',
      'CDN.example.com',
      '--image-host',
      'http://x.example.com:81/y',
    ];
    expect(readOptions([...needed, '--api-key', 'k', ...more], {})).toMatchObject({
      campaignNames: new Map([['a', 'b = c']]),
      images: { mode: 'copy', hosts: ['cdn.example.com', 'x.example.com:81'] },
    });
  });

  it.each([
    ['--concurrency', '0'],
    ['--concurrency', '33'],
    ['--campaign-name', 'x'],
    ['--image-host', 'a b'],
    ['--kind', 'php'],
  ])('refuse %s %s', (...more) =>
    expect(() => readOptions([...needed, '--api-key', 'k', ...more], {})).toThrow(WrongOptions),
  );

  it.each(['user:pw@x.example.com', 'x.example.com/?a=1'])('refuse the address %s', (address) => {
    expect(() =>
      readOptions(['--from', `https://${address}`, '--website', 'W', '--api-key', 'k'], {}),
    ).toThrow(WrongOptions);
  });
});

describe('a date of another server', () => {
  it.each([
    ['2024-01-02T03:04:05.678Z', '2024-01-02T03:04:05.678Z'],
    ['2024-01-02T03:04:05.678901+02:00', '2024-01-02T01:04:05.678Z'],
    ['2024-01-02 03:04:05', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02', '2024-01-02T00:00:00.000Z'],
    ['2024-01-02T03:04Z', '2024-01-02T03:04:00.000Z'],
    ['2024-01-02 10:00:00+02', '2024-01-02T08:00:00.000Z'],
    ['2024-01-02 10:00:00.123456-05', '2024-01-02T15:00:00.123Z'],
    ['2024-01-02T10:00:00-05', '2024-01-02T15:00:00.000Z'],
    ['2024-01-02T10:00+02', '2024-01-02T08:00:00.000Z'],
    ['2024-01-02T10:00:00+0530', '2024-01-02T04:30:00.000Z'],
    ['2024-01-02T10:00:00+99', undefined],
    ['2024-13-02', undefined],
    ['0001-01-01T00:00:00Z', undefined],
    ['5', undefined],
    ['yesterday', undefined],
  ])('%p is %p', (text, expected) => expect(dateFrom(text)?.toISOString()).toBe(expected));
});

describe('ids of posts of one moment', () => {
  const post = (slug: string, createdAt: string) => ({ slug, createdAt, version: '' });
  const moment = '2024-01-01T00:00:00.000Z';

  it('sort as the posts stand in the list, and are the same each time', () => {
    const posts = [
      post('single', '2025-01-01'),
      ...Array.from({ length: 800 }, (_, n) => post(`p${n}`, moment)),
    ];
    const ids = idsInOrder(posts, 'seed');
    expect(ids.has('single')).toBe(false);
    const values = [...ids.values()];
    expect(values).toHaveLength(800);
    expect([...values].sort()).toEqual(values);
    expect(new Set(values).size).toBe(800);
    expect(values[0]).toMatch(/^[a-z][a-z0-9]{23}$/);
    expect(idsInOrder(posts, 'seed')).toEqual(ids);
    expect(idsInOrder(posts, 'other').get('p0')).not.toBe(ids.get('p0'));
  });

  it('are never those of others when one appears between them, or one goes', () => {
    const posts = Array.from({ length: 20 }, (_, n) => post(`p${n}`, moment));
    const first = new Set(idsInOrder(posts, 'seed').values());
    const later = [...posts.slice(0, 3), post('between', moment), ...posts.slice(4), post('last', moment)];
    const ids = idsInOrder(later, 'seed');
    expect(first).not.toContain(ids.get('between'));
    expect(first).not.toContain(ids.get('last'));
  });
});

describe('the version of an entry', () => {
  const post = fakePost('a', { tags: ['x', 'y'] });
  const page = fakePage('p', { variables: { city: 'Bern', name: 'constructor' } });
  const ofPost = (more: object) => toListedPost({ ...post, ...more })?.version;
  const ofPage = (more: object) => (toListedPage({ ...page, ...more }) as ListedPage).version;

  it('is the same whatever is sent beyond the specification, and in whatever order', () => {
    expect(ofPost({ views: 123 })).toBe(ofPost({}));
    expect(toListedPost(Object.fromEntries(Object.entries(post).reverse()))?.version).toBe(ofPost({}));
    expect(ofPage({ views: 123, variables: { name: 'constructor', city: 'Bern' } })).toBe(ofPage({}));
  });

  it('is another when anything of the specification is', () => {
    const changes = ['title', 'category', 'featuredImage', 'metaTitle', 'updatedAt', 'scheduleDate'];
    const versions = changes.map((name) => ofPost({ [name]: 'other' }));
    versions.push(ofPost({}), ofPost({ tags: ['y', 'x'] }));
    expect(new Set(versions).size).toBe(changes.length + 2);
    const ofPages = [
      {},
      { variables: { city: 'Bern' } },
      { variables: { city: 'constructor', name: 'Bern' } },
      { targetSlug: 'x' },
      { campaignId: 'x' },
    ].map(ofPage);
    expect(new Set(ofPages).size).toBe(5);
  });
});

describe('work in order', () => {
  it('gives results in order, some at a time, and no more ahead than that', async () => {
    let [running, most, begun] = [0, 0, 0];
    const results: number[] = [];
    for await (const result of inOrder([30, 1, 20, 2, 5, 1], 3, async (turns) => {
      begun += 1;
      most = Math.max(most, (running += 1));
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      running -= 1;
      return turns;
    })) {
      results.push(result);
      expect(begun).toBeLessThanOrEqual(results.length + 2);
    }
    expect(results).toEqual([30, 1, 20, 2, 5, 1]);
    expect(most).toBe(3);
  });

  it('fails when the turn of what failed has come', async () => {
    const done: number[] = [];
    const all = async () => {
      for await (const result of inOrder([1, 2, 3], 3, async (n) => {
        if (n === 2) throw new Error('two');
        return n;
      })) {
        done.push(result);
      }
    };
    await expect(all()).rejects.toThrow('two');
    expect(done).toEqual([1]);
  });
});

describe('the report', () => {
  const about = { loss: 'altered', kind: 'post', where: 'a' } as const;

  it('has one line for what holds for many, with some of them by name', () => {
    const { report, addRepeated, isComplete } = createReport();
    expect(isComplete()).toBe(true);
    for (const where of ['a', 'b', 'c', 'd', 'e']) addRepeated({ ...about, where }, 'It.', 'Nothing.');
    addRepeated(about, 'Other.', 'Nothing.');
    expect(report.lines.map(reportLine)).toEqual([
      'altered: post a, b, c and 2 more (5 times): It. → Nothing.',
      'altered: post a: Other. → Nothing.',
    ]);
    expect(isComplete()).toBe(false);
  });
});

describe('a post or page of another server whose date cannot be read', () => {
  it.each([
    ['createdAt', 'the day before'],
    ['scheduleDate', '31/12/2031'],
  ])('comes as a draft for its %s, and is named', (name, text) => {
    const item = { ...fakePost('a'), [name]: text };
    const listed = toListedPost(item);
    const { entry, faults } = toPost(listed as ListedPost, item, null);
    expect(entry?.status).toBe('draft');
    expect(faults.join(' ')).toContain('Its date cannot be read. It is a draft here');
  });

  it('is live where it can be read, in whatever form, or where there is none', () => {
    for (const createdAt of ['Sun, 02 May 2021 10:00:00 +0000', '2021-05-02 10:00', null]) {
      const item = { ...fakePost('a'), createdAt };
      expect(toPost(toListedPost(item) as ListedPost, item, null).entry?.status).toBe('published');
    }
  });

  it('is a draft among pages too', () => {
    const item = { ...fakePage('a'), createdAt: 'never' };
    const listed = toListedPage(item) as ListedPage;
    expect(toPage(listed, item, 'c').entry?.status).toBe('draft');
    expect(toPage(listed, fakePage('a'), 'c').entry?.status).toBe('live');
  });
});

describe('numbers of another server', () => {
  it('keep their digits, and a page is known by what it was known by before', () => {
    const text = '{"pageId":12345678901234567812,"slug":"a","variables":{"price":4.50,"rooms":4}}';
    const item = JSON.parse(text, withWrittenNumbers) as Record<string, unknown>;
    const listed = toListedPage(item, JSON.parse(text)) as ListedPage;
    expect(listed).toMatchObject({ pageId: '12345678901234567812', formerId: '12345678901234567000' });
    expect(listed.version).toBe((toListedPage(JSON.parse(text)) as ListedPage).version);
    expect(toPage(listed, item, 'c').entry?.variables).toEqual({ price: '4.50', rooms: '4' });
  });
});
