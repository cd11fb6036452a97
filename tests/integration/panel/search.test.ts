import { UID } from '../../fixtures/content';
import { withServer } from '../../support/with-server';

const TERMS = 50;

describe('what is searched for in the panel', () => {
  const { server, content, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();
  let website: string;

  beforeAll(async () => {
    website = (await content.website()).documentId;
    for (const title of ['Der Ölwechsel', 'Тормозные ДИСКИ', 'Crème brûlée', 'Ångström 100%', 'Plain'])
      await content.draft(website, { title, content: `<p>${title}</p>` });
    for (const name of ['Ölmühle', 'Диски', 'Café']) await content.tag(website, name);
  });

  const titles = async (query: Record<string, string>): Promise<string[]> => {
    const parameters = new URLSearchParams({ sort: 'title:asc', pageSize: '100', ...query });
    const answer = await panel.get(`/content-manager/collection-types/${UID.post}?${parameters.toString()}`);
    expect(answer.status).toBe(200);
    const { results, pagination } = answer.body as unknown as {
      results: { title: string }[];
      pagination: { total: number };
    };
    expect(pagination.total).toBe(results.length);
    return results.map(({ title }) => title);
  };

  it.each([
    ['ölwechsel', 'Der Ölwechsel'],
    ['OLWECHSEL', 'Der Ölwechsel'],
    ['диски', 'Тормозные ДИСКИ'],
    ['CREME BRULEE', 'Crème brûlée'],
    ['ångström 100%', 'Ångström 100%'],
  ])('is found by %s, in lists and by filters', async (search, title) => {
    expect(await titles({ _q: search })).toEqual([title]);
    expect(await titles({ 'filters[$and][0][title][$containsi]': search })).toEqual([title]);
    expect(await titles({ 'filters[$and][0][title][$endsWithi]': search.slice(-4) })).toEqual([title]);
    const others = await titles({ 'filters[$and][0][title][$notContainsi]': search });
    expect(others).toHaveLength(4);
    expect(others).not.toContain(title);
  });

  it('is not found by what it does not have', async () => {
    expect(await titles({ _q: 'ulwechsel' })).toEqual([]);
    expect(await titles({ _q: 'Pl.in' })).toEqual([]);
    // Case and accents count where a value is compared as a whole.
    expect(await titles({ 'filters[$and][0][title][$eqi]': 'creme brulee' })).toEqual(
      server.strapi.db.dialect.client === 'mysql' ? ['Crème brûlée'] : [],
    );
  });

  it('is found by its whole id, and neither by a piece of it nor by hashes', async () => {
    const row = await server.strapi.db.query(UID.post).findOne({ where: { title: 'Der Ölwechsel' } });
    const { documentId, uniqueKey } = row as { documentId: string; uniqueKey: string };
    expect(uniqueKey).toMatch(/^[0-9a-f]{64}$/);
    expect(await titles({ _q: uniqueKey })).toEqual([]);
    expect(await titles({ _q: uniqueKey.slice(0, 8) })).toEqual([]);
    expect(await titles({ _q: documentId.slice(0, 10) })).toEqual([]);
    expect(await titles({ _q: documentId.slice(10) })).toEqual([]);
    expect(await titles({ _q: documentId })).toEqual(['Der Ölwechsel']);
    expect(await titles({ _q: documentId.toUpperCase() })).toEqual(['Der Ölwechsel']);
  });

  it('is not found by hashes in lists of other types either', () => {
    const hashed = [...server.strapi.db.metadata.values()].filter(
      ({ attributes }) => attributes['uniqueKey'],
    );
    expect(hashed.map(({ uid }) => uid)).toContain(UID.tag);
    for (const { uid, attributes } of hashed)
      expect({ uid, ...attributes['uniqueKey'] }).toMatchObject({ uid, searchable: false });
  });

  const tags = async (search: string): Promise<string[]> => {
    const answer = await panel.get(
      `/content-delivery/websites/${website}/tags?${new URLSearchParams({ search }).toString()}`,
    );
    return (answer.body.data as { terms: { name: string }[] }).terms.map(({ name }) => name);
  };

  it('is offered by the pickers of tags and of relations', async () => {
    expect(await tags('ölmühle')).toEqual(['Ölmühle']);
    expect(await tags('ДИСКИ')).toEqual(['Диски']);
    expect(await tags('cafe')).toEqual(['Café']);
    const related = await panel.get(
      `/content-manager/relations/${UID.post}/tags?${new URLSearchParams({ _q: 'olmuhle' }).toString()}`,
    );
    expect((related.body as unknown as { results: { name: string }[] }).results).toMatchObject([
      { name: 'Ölmühle' },
    ]);
  });

  it('comes first where it has the typed name, among more than are shown', async () => {
    for (let number = 0; number <= TERMS; number += 1) await content.tag(website, `Alt ${number} Zeta`);
    await content.tag(website, 'Zeta');
    const found = await tags('zeta');
    expect(found).toHaveLength(TERMS + 1);
    expect(found[0]).toBe('Zeta');
    expect(found.filter((name) => name === 'Zeta')).toHaveLength(1);
  });

  it('is one thing, and what is unique another', async () => {
    await content.tag(website, 'Olmuhle');
    await expect(content.tag(website, 'ÖLMÜHLE')).rejects.toThrow('already has a tag');
    const one = await content.draft(website, { title: 'x', slug: 'öl' });
    const two = await content.draft(website, { title: 'x', slug: 'ol' });
    expect([one['slug'], two['slug']]).toEqual(['öl', 'ol']);
  });

  it('is found among pages of pSEO too', async () => {
    const campaign = await content.campaign(website);
    await content.page(campaign.documentId, { slug: 'Ölmühle-Köln' });
    await content.page(campaign.documentId, { slug: 'other' });
    const answer = await panel.get(
      `/content-delivery/pseo-pages?${new URLSearchParams({ website, search: 'ölmuhle-K' }).toString()}`,
    );
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain('Ölmühle-Köln');
    expect(JSON.stringify(answer.body)).not.toContain('"other"');
  });
});
