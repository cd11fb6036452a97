import request from 'supertest';
import { scopedHash } from '../../../src/plugins/content-delivery/server/src/platform/scoped-hash';
import { unique } from '../../fixtures/content';
import { costOf } from '../../support/cpu-time';
import { databaseKind } from '../../support/databases';
import { stored, type Data } from '../../support/documents';
import { storeUnfitSlug } from '../../support/unfit-slugs';
import { withServer } from '../../support/with-server';
import { expectRefusedAt, race, violationOf } from '../../support/violations';

const CAMPAIGN = 'api::pseo-campaign.pseo-campaign';
const PAGE = 'api::pseo-page.pseo-page';

const { server, content, documentsOf, rowsOf } = withServer();
const campaigns = documentsOf(CAMPAIGN);
const pages = documentsOf(PAGE);
let website: { documentId: string; key: string };

beforeEach(async () => {
  website = await content.website();
});

const makeCampaign = async (data: Data = {}) => (await content.campaign(website.documentId, data)).documentId;
const read = (documentId: string, status: 'draft' | 'published' = 'draft') =>
  pages.findOne({ documentId, status });
const delivered = async (slug: string) =>
  (await request(server.strapi.server.httpServer).get('/api/pseo-pages').query({ apiKey: website.key, slug }))
    .body as Data & { fields: Data };
const slugsOf = async (site: string) =>
  (await rowsOf(PAGE).findMany({ where: { campaign: { website: { documentId: site } } } }))
    .map((row) => row['slug'])
    .sort();

/** Pages by the hundred, past what is checked of each. */
const addLivePages = async (campaign: string, count: number): Promise<void> => {
  const sql = server.strapi.db.connection;
  const { id } = (await sql('pseo_campaigns').where({ document_id: campaign }).first('id')) as { id: number };
  const rows = Array.from({ length: count }, (_, n) => ({
    document_id: unique('many').replace(/\W/g, ''),
    slug: `many-${n}`,
    unique_key: scopedHash(website.documentId, `many-${n}`),
    variables: JSON.stringify({ city: 'a' }),
    published_at: new Date(),
  }));
  for (let from = 0; from < count; from += 100) {
    const some = rows.slice(from, from + 100);
    await sql('pseo_pages').insert(some);
    const ids: number[] = await sql('pseo_pages')
      .whereIn(
        'document_id',
        some.map((row) => row.document_id),
      )
      .pluck('id');
    await sql('pseo_pages_campaign_lnk').insert(
      ids.map((pseo_page_id) => ({ pseo_page_id, pseo_campaign_id: id })),
    );
  }
};

/** @returns how many rows the largest statement gave back or changed */
const rowsOfStatements = async (work: () => Promise<void>): Promise<number> => {
  const { connection } = server.strapi.db;
  let largest = 0;
  const note = (response: unknown): void => {
    const count = Array.isArray(response) ? response.length : typeof response === 'number' ? response : 0;
    largest = Math.max(largest, count);
  };
  connection.on('query-response', note);
  try {
    await work();
  } finally {
    connection.removeListener('query-response', note);
  }
  return largest;
};

describe('the slugs of a page', () => {
  it('are made from the templates and stored when they are left empty', async () => {
    const campaign = await makeCampaign({
      slugTemplate: 'coffee/{{ city | downcase }}',
      targetSlugTemplate: 'shops/{{ city }}',
    });
    const draft = await content.pageDraft(campaign, { variables: { city: 'Berlin' } });
    expect(draft).toMatchObject({ slug: 'coffee/berlin', targetSlug: 'shops/Berlin' });
    await pages.publish({ documentId: draft.documentId });
    expect(await read(draft.documentId, 'published')).toMatchObject({
      slug: 'coffee/berlin',
      targetSlug: 'shops/Berlin',
    });
  });

  it('are kept as they are given', async () => {
    const campaign = await makeCampaign({ slugTemplate: 'x/{{ city }}', targetSlugTemplate: 'y/{{ city }}' });
    const own = { slug: 'own/Berlin-Mitte_1.~', targetSlug: 'ціль/б' };
    const page = await content.page(campaign, { variables: { city: 'Berlin' }, ...own });
    expect(await read(page.documentId)).toMatchObject(own);
    expect(await read(page.documentId, 'published')).toMatchObject(own);
  });

  it.each([
    ['a/../b', 'a/b'],
    ['own/{{ city }}', 'own/city'],
    ['a b/c&d', 'a-b/c-d'],
  ])(
    'are refused as %j, which could not stand in an address, with one that would do',
    async (slug, instead) => {
      const campaign = await makeCampaign();
      for (const field of ['slug', 'targetSlug']) {
        const { message } = await expectRefusedAt(
          field,
          content.page(campaign, { slug: 'a', [field]: slug }),
        );
        expect(message).toMatch(new RegExp(`This one would do: ${instead}$`));
      }
      const { documentId } = await content.pageDraft(campaign, { slug: 'a' });
      await expectRefusedAt('slug', pages.update({ documentId, data: { slug } }));
    },
  );

  it('stay where they were stored before slugs had to stand in addresses', async () => {
    const campaign = await makeCampaign({ slugTemplate: '{{ city }}' });
    const { documentId } = await content.page(campaign, { slug: 'a', variables: { city: 'New York' } });
    await storeUnfitSlug(server.strapi, PAGE, website.documentId, documentId, '/a b/');
    await pages.update({ documentId, data: { metaTitle: 'Changed', slug: '/a b/' }, status: 'published' });
    expect((await delivered('/a b/'))['slug']).toBe('/a b/');
    await expectRefusedAt('slug', pages.update({ documentId, data: { slug: '/a c/' } }));
    expect((await read((await pages.clone({ documentId })).documentId))?.['slug']).toBe('a-b');
    await pages.update({ documentId, data: { slug: '' } });
    expect((await read(documentId))?.['slug']).toBe('New-York');
  });

  it('that templates make fit into an address, whatever the variables consist of', async () => {
    const campaign = await makeCampaign({
      slugTemplate: '/in/{{ city }}/',
      targetSlugTemplate: 'to {{ city }}',
    });
    const page = await content.page(campaign, { variables: { city: 'São Paulo & more' } });
    const made = { slug: 'in/São-Paulo-more', targetSlug: 'to-São-Paulo-more' };
    expect(await read(page.documentId, 'published')).toMatchObject(made);
    await expectRefusedAt(
      'slug',
      content.page(await makeCampaign({ slugTemplate: '{{ city }}' }), { variables: { city: '☕' } }),
    );
  });

  it('are not touched by a later change of the templates or the variables', async () => {
    const campaign = await makeCampaign({
      slugTemplate: 'old/{{ city }}',
      targetSlugTemplate: 'o/{{ city }}',
    });
    const { documentId } = await content.page(campaign, { variables: { city: 'berlin' } });
    await campaigns.update({
      documentId: campaign,
      data: { slugTemplate: 'new/{{ city }}', targetSlugTemplate: 'n/{{ city }}' },
    });
    await pages.update({ documentId, data: { variables: { city: 'rome' } }, status: 'published' });
    const stays = { slug: 'old/berlin', targetSlug: 'o/berlin' };
    expect([await read(documentId), await read(documentId, 'published')]).toMatchObject([stays, stays]);
    expect(await content.pageDraft(campaign, { variables: { city: 'oslo' } })).toMatchObject({
      slug: 'new/oslo',
    });
  });

  it('wait in a draft for a variable that it lacks', async () => {
    const campaign = await makeCampaign({ slugTemplate: '{{ city }}/{{ kind }}' });
    const { documentId, slug } = await content.pageDraft(campaign, { variables: { city: 'berlin' } });
    expect(slug).toBeNull();
    await pages.update({ documentId, data: { variables: { city: 'berlin', kind: 'tea' } } });
    expect((await read(documentId))?.['slug']).toBe('berlin/tea');
  });

  it('of any number of drafts may wait', async () => {
    const campaign = await makeCampaign({ slugTemplate: '{{ city }}' });
    await content.pageDraft(campaign);
    await content.pageDraft(campaign);
    expect(await slugsOf(website.documentId)).toEqual([null, null]);
  });

  it('are needed by a live page', async () => {
    const campaign = await makeCampaign();
    const { documentId } = await content.pageDraft(campaign);
    await expectRefusedAt('slug', pages.publish({ documentId }));
    await expectRefusedAt('slug', content.page(campaign, { slug: '  ' }));
    expect(await read(documentId, 'published')).toBeNull();
  });

  it('are refused when they become too long to be stored', async () => {
    const campaign = await makeCampaign({ slugTemplate: '{{ city }}' });
    await expectRefusedAt('slug', content.pageDraft(campaign, { variables: { city: 'x'.repeat(256) } }));
    await content.page(campaign, { variables: { city: 'x'.repeat(255) } });
  });

  describe('are unique within the website', () => {
    it('across its campaigns, given or made', async () => {
      const first = await makeCampaign();
      const second = await makeCampaign({ slugTemplate: '{{ city }}' });
      await content.pageDraft(first, { slug: 'berlin' });
      const before = await stored(server.strapi, PAGE);
      await expectRefusedAt('slug', content.pageDraft(second, { slug: 'berlin' }));
      await expectRefusedAt('slug', content.page(second, { variables: { city: 'berlin' } }));
      expect(await stored(server.strapi, PAGE)).toEqual(before);
      await content.page(second, { variables: { city: 'Berlin' } });
    });

    it('but not beyond it', async () => {
      const other = await content.website();
      const campaign = await content.campaign(other.documentId);
      await content.page(await makeCampaign(), { slug: 'same' });
      await content.page(campaign.documentId, { slug: 'same' });
    });

    it('for a draft and for the live version until it is replaced', async () => {
      const campaign = await makeCampaign();
      const { documentId } = await content.page(campaign, { slug: 'a' });
      await pages.update({ documentId, data: { slug: 'b' } });
      await expectRefusedAt('slug', content.pageDraft(campaign, { slug: 'a' }));
      await expectRefusedAt('slug', content.pageDraft(campaign, { slug: 'b' }));
      await pages.publish({ documentId });
      await content.pageDraft(campaign, { slug: 'a' });
    });

    it('and free for a clone', async () => {
      const campaign = await makeCampaign();
      const { documentId } = await content.page(campaign, { slug: 'a/b' });
      const clone = await pages.clone({ documentId });
      expect((await read(clone.documentId))?.['slug']).toBe('a/b-2');
      await expectRefusedAt('slug', pages.clone({ documentId, data: { slug: 'a/b' } }));
    });

    it('when a page moves to another campaign', async () => {
      const other = (await content.campaign((await content.website()).documentId)).documentId;
      const campaign = await makeCampaign();
      await content.page(other, { slug: 'a' });
      const { documentId } = await content.page(campaign, { slug: 'a' });
      const before = await stored(server.strapi, PAGE);
      await expectRefusedAt('slug', pages.update({ documentId, data: { campaign: other } }));
      expect(await stored(server.strapi, PAGE)).toEqual(before);
      await pages.update({ documentId, data: { campaign: other, slug: 'b' } });
      // The live version is still on the first website, under its earlier slug.
      await expectRefusedAt('slug', content.pageDraft(campaign, { slug: 'a' }));
      await pages.publish({ documentId });
      await content.pageDraft(campaign, { slug: 'a' });
    });

    it('when a campaign moves to another website', async () => {
      const other = (await content.website()).documentId;
      const there = (await content.campaign(other)).documentId;
      const campaign = await makeCampaign();
      const taken = await content.page(there, { slug: 'a' });
      await content.page(campaign, { slug: 'a' });
      const before = await stored(server.strapi, PAGE);
      const move = () => campaigns.update({ documentId: campaign, data: { website: other } });
      await expectRefusedAt('website', move());
      expect(await stored(server.strapi, PAGE)).toEqual(before);

      await pages.delete({ documentId: taken.documentId });
      await move();
      expect(await slugsOf(other)).toEqual(['a', 'a']);
      await expectRefusedAt('slug', content.pageDraft(there, { slug: 'a' }));
      await content.pageDraft(await makeCampaign(), { slug: 'a' });
    });

    it('when a campaign moves while a page is created', async () => {
      for (let round = 0; round < 6; round += 1) {
        const other = (await content.website()).documentId;
        const there = (await content.campaign(other)).documentId;
        const campaign = await makeCampaign();
        await race<unknown>([
          () => campaigns.update({ documentId: campaign, data: { website: other } }),
          () => content.page(campaign, { slug: 'a' }),
          () => content.page(there, { slug: 'a' }),
        ]);
        const rows = await rowsOf(PAGE).findMany({
          where: { slug: 'a', campaign: { website: { documentId: other } } },
        });
        expect(new Set(rows.map((row) => row.documentId)).size).toBe(1);
        await violationOf(content.page(there, { slug: 'a' }));
      }
    });
  });
});

describe('a page', () => {
  it('belongs to a campaign, as a draft too', async () => {
    await expectRefusedAt('campaign', pages.create({ data: { slug: unique('page'), variables: {} } }));
    const { documentId } = await content.pageDraft(await makeCampaign(), { slug: 'a' });
    await expectRefusedAt('campaign', pages.update({ documentId, data: { campaign: null } }));
  });

  describe('that lacks a variable', () => {
    it('is saved, but not published; the error names all that are missing', async () => {
      const campaign = await makeCampaign({
        slugTemplate: '{{ city }}',
        htmlTemplate: '<p>{{ city }} {{ first }} {{ second }} {{ first }}</p>',
      });
      const { documentId } = await content.pageDraft(campaign, { variables: { city: 'berlin' } });
      const { message } = await expectRefusedAt('variables', pages.publish({ documentId }));
      expect(message).toContain('"first", "second"');
      expect(message).not.toContain('"city"');
      expect(await read(documentId, 'published')).toBeNull();
      await pages.update({ documentId, data: { variables: { city: 'berlin', first: '1', second: '2' } } });
      await pages.publish({ documentId });
      expect((await delivered('berlin'))['html']).toBe('<p>berlin 1 2 1</p>');
    });

    it('hears of those of every template at once', async () => {
      const campaign = await makeCampaign({
        slugTemplate: '{{ a }}',
        targetSlugTemplate: '{{ b }}',
        htmlTemplate: '{{ c }}',
        metaTitleTemplate: '{{ d }}',
        metaDescriptionTemplate: '{{ e }}',
      });
      const { documentId } = await content.pageDraft(campaign);
      const { message } = await expectRefusedAt('variables', pages.publish({ documentId }));
      expect(['a', 'b', 'c', 'd', 'e'].filter((name) => !message.includes(`"${name}"`))).toEqual([]);
    });

    it('is published when its own texts stand in for the templates', async () => {
      const campaign = await makeCampaign({
        slugTemplate: '{{ a }}',
        targetSlugTemplate: 'target',
        htmlTemplate: '{{ c }}',
        metaTitleTemplate: '{{ d }}',
        metaDescriptionTemplate: '{{ e }}',
      });
      const own = { html: '<i>{{ c }}</i>', metaTitle: '{{ d }}', metaDescription: '{% e' };
      await content.page(campaign, { slug: 'own', ...own });
      expect(await delivered('own')).toMatchObject({
        html: own.html,
        fields: { metaTitle: own.metaTitle, metaDescription: own.metaDescription },
        targetSlug: 'target',
      });
    });

    it('is not published where a text of its own is blank: the template makes it', async () => {
      const texts = { html: ' \n', metaTitle: '  ', metaDescription: '\t' };
      const campaign = await makeCampaign({
        htmlTemplate: '<p>{{ city }}</p>',
        metaTitleTemplate: 'In {{ city }}',
        metaDescriptionTemplate: 'All of {{ city }}',
      });
      const { documentId } = await content.pageDraft(campaign, { slug: 'blank', ...texts });
      await expectRefusedAt('variables', pages.publish({ documentId }));
      await pages.update({
        documentId,
        data: { variables: { city: 'Rome' }, ...texts },
        status: 'published',
      });
      const made = {
        html: '<p>Rome</p>',
        fields: { metaTitle: 'In Rome', metaDescription: 'All of Rome' },
      };
      expect(await delivered('blank')).toMatchObject(made);
      const none = { html: null, metaTitle: null, metaDescription: null };
      expect([await read(documentId), await read(documentId, 'published')]).toMatchObject([none, none]);
      await expectRefusedAt(
        'htmlTemplate',
        campaigns.update({ documentId: campaign, data: { htmlTemplate: '{{ missing }}' } }),
      );
      // As it was stored before this was looked at.
      await server.strapi.db
        .connection('pseo_pages')
        .where({ document_id: documentId })
        .update({ html: texts.html, meta_title: texts.metaTitle, meta_description: texts.metaDescription });
      await campaigns.update({ documentId: campaign, data: { metaTitleTemplate: 'Here in {{ city }}' } });
      expect(await delivered('blank')).toMatchObject({
        ...made,
        fields: { ...made.fields, metaTitle: 'Here in Rome' },
      });
    });

    it('is published when the templates only ask for it', async () => {
      const htmlTemplate = '{% if city %}{{ city }}{% else %}-{% endif %}{{ name | default: "nobody" }}';
      await content.page(await makeCampaign({ htmlTemplate }), { slug: 'asks' });
      expect((await delivered('asks'))['html']).toBe('-nobody');
    });

    it('is not republished, and its live version stays', async () => {
      const campaign = await makeCampaign({ htmlTemplate: '{{ city }}' });
      const { documentId } = await content.page(campaign, { slug: 'a', variables: { city: 'Berlin' } });
      await pages.update({ documentId, data: { variables: {} } });
      await expectRefusedAt('variables', pages.publish({ documentId }));
      await expectRefusedAt(
        'variables',
        pages.update({ documentId, data: { variables: {} }, status: 'published' }),
      );
      expect((await delivered('a'))['html']).toBe('Berlin');
    });
  });

  describe('has variables', () => {
    it.each([[{ city: 'Berlin' }], [{}], [null], [{ city: '' }], [{ 'größe 1': 'ä', 鍵: '🔑' }]])(
      'that may be %p',
      async (variables) => {
        const { documentId } = await content.pageDraft(await makeCampaign(), { slug: 'a', variables });
        expect((await read(documentId))?.['variables']).toEqual(variables);
      },
    );

    // Refused before anything is stored.
    if (databaseKind() === 'sqlite') {
      it.each([[['Berlin']], [{ city: 1 }], ['Berlin']])('that may not be %p', async (variables) => {
        const campaign = await makeCampaign();
        await expectRefusedAt('variables', content.pageDraft(campaign, { slug: 'a', variables }));
        const { documentId } = await content.pageDraft(campaign, { slug: 'a' });
        await expectRefusedAt('variables', pages.update({ documentId, data: { variables } }));
      });
    }

    it('of texts that every database can store', async () => {
      const campaign = await makeCampaign();
      await expectRefusedAt('variables', content.pageDraft(campaign, { variables: { city: 'a\0b' } }));
      await expectRefusedAt('variables', content.pageDraft(campaign, { variables: { 'a\0b': 'city' } }));
    });
  });
});

describe('a campaign', () => {
  const TEMPLATES = [
    'slugTemplate',
    'targetSlugTemplate',
    'htmlTemplate',
    'metaTitleTemplate',
    'metaDescriptionTemplate',
  ];

  it('belongs to a website', async () => {
    await expectRefusedAt('website', campaigns.create({ data: { name: unique('campaign') } }));
    const documentId = await makeCampaign();
    await expectRefusedAt('website', campaigns.update({ documentId, data: { website: null } }));
  });

  it.each(TEMPLATES)('does not take a broken %s', async (field) => {
    const documentId = await makeCampaign({ [field]: '{{ fine }}' });
    for (const template of [
      '{{ city',
      '{% if city %}',
      '{% endif %}',
      '{{ city | no_such_filter }}',
      '{% no_such_tag %}',
      '{% include "a" %}',
      '{% render "a" %}',
      '{% layout "a" %}',
      '{% block a %}{% endblock %}',
    ]) {
      await expectRefusedAt(field, makeCampaign({ [field]: template }));
      await expectRefusedAt(field, campaigns.update({ documentId, data: { [field]: template } }));
    }
    expect((await campaigns.findOne({ documentId }))?.[field]).toBe('{{ fine }}');
  });

  describe('whose template changes', () => {
    const change = (documentId: string, data: Data) => campaigns.update({ documentId, data });

    it.each(['htmlTemplate', 'metaTitleTemplate', 'metaDescriptionTemplate'])(
      'is not saved when live pages would lack a variable of its %s; the error counts them',
      async (field) => {
        const campaign = await makeCampaign({ [field]: 'old' });
        const own = { htmlTemplate: 'html', metaTitleTemplate: 'metaTitle' }[field] ?? 'metaDescription';
        await content.page(campaign, { slug: 'both', variables: { city: 'a', kind: 'b' } });
        await content.page(campaign, { slug: 'one', variables: { city: 'a' } });
        await content.page(campaign, { slug: 'own', variables: { city: 'a' }, [own]: 'Own text' });
        await content.pageDraft(campaign, { slug: 'draft', variables: { city: 'a' } });
        const before = await stored(server.strapi, CAMPAIGN);

        const one = await expectRefusedAt(field, change(campaign, { [field]: '{{ city }} {{ kind }}' }));
        expect(one.message).toMatch(/^1 live page would lack/);
        expect(one.message).toContain('"kind" (1 page)');
        await content.page(campaign, { slug: 'none' });
        const two = await expectRefusedAt(field, change(campaign, { [field]: '{{ city }} {{ kind }}' }));
        expect(two.message).toMatch(/^2 live pages would lack/);
        expect(two.message).toContain('"city" (1 page)');
        expect(two.message).toContain('"kind" (2 pages)');
        expect(await stored(server.strapi, CAMPAIGN)).toEqual(before);
        await change(campaign, { [field]: '{{ kind | default: "any" }}' });
      },
    );

    it('is saved when a live page has a draft that lacks it, or the other way round is refused', async () => {
      const campaign = await makeCampaign({ htmlTemplate: 'old' });
      const { documentId } = await content.page(campaign, { slug: 'a', variables: { city: 'a' } });
      await pages.update({ documentId, data: { variables: { kind: 'b' } } });
      await change(campaign, { htmlTemplate: '{{ city }}' });
      await expectRefusedAt('htmlTemplate', change(campaign, { htmlTemplate: '{{ kind }}' }));
    });

    it('counts no more live pages than tell that the template is wrong', async () => {
      const campaign = await makeCampaign({ htmlTemplate: 'old' });
      await addLivePages(campaign, 1_100);
      const { message } = await expectRefusedAt(
        'htmlTemplate',
        change(campaign, { htmlTemplate: '{{ kind }}' }),
      );
      expect(message).toMatch(/^At least 1000 live pages would lack/);

      // On SQLite each statement keeps readers waiting: none of them has to do with all pages. Elsewhere their links are read ahead.
      const largest = await rowsOfStatements(async () => {
        await change(campaign, { htmlTemplate: '{{ city }}' });
        await change(campaign, { website: (await content.website()).documentId });
        await expect(campaigns.delete({ documentId: campaign })).rejects.toThrow('still has 1100 pages');
      });
      expect(largest).toBeLessThanOrEqual(databaseKind() === 'sqlite' ? 200 : 1_100);
      const taken = await content.campaign(website.documentId);
      await content.page(taken.documentId, { slug: 'many-1099' });
      const back = await expectRefusedAt('website', change(campaign, { website: website.documentId }));
      expect(back.message).toContain('already has a page with the slug "many-1099"');
    });

    it('is saved when only the slugs, which are stored, would lack a variable', async () => {
      const campaign = await makeCampaign({ slugTemplate: '{{ city }}' });
      await content.page(campaign, { variables: { city: 'berlin' } });
      await change(campaign, { slugTemplate: '{{ country }}/{{ city }}' });
      expect(await slugsOf(website.documentId)).toEqual(['berlin', 'berlin']);
    });

    it('never leaves a live page without a variable when pages are published meanwhile', async () => {
      for (let round = 0; round < 6; round += 1) {
        const campaign = await makeCampaign({ htmlTemplate: 'old' });
        await race<unknown>([
          () => content.page(campaign, { slug: `race-${round}` }),
          () => change(campaign, { htmlTemplate: '{{ city }}' }),
        ]);
        const answer = await delivered(`race-${round}`);
        const { htmlTemplate } = (await campaigns.findOne({ documentId: campaign })) as Data;
        expect([htmlTemplate, answer['html']]).toEqual(
          htmlTemplate === 'old' ? ['old', 'old'] : ['{{ city }}', undefined],
        );
      }
    });

    it('may lose it, and its pages what it gave them', async () => {
      const campaign = await makeCampaign({ htmlTemplate: '{{ city }}', slugTemplate: '{{ city }}' });
      await content.page(campaign, { variables: { city: 'a' } });
      await change(campaign, { htmlTemplate: null, slugTemplate: '' });
      expect((await delivered('a'))['html']).toBe('');
    });
  });

  it('does not take a page whose live version its templates cannot make', async () => {
    const poor = await makeCampaign({ htmlTemplate: 'nothing needed' });
    const demanding = await makeCampaign({ htmlTemplate: '{{ city }}' });
    const { documentId } = await content.page(poor, { slug: 'a' });
    await pages.update({ documentId, data: { campaign: demanding } });
    await expectRefusedAt('variables', pages.publish({ documentId }));
    expect((await delivered('a'))['html']).toBe('nothing needed');
  });

  // Templates are rendered before anything is stored.
  if (databaseKind() === 'sqlite') {
    it('is stopped at an endless loop', async () => {
      const htmlTemplate = '{% for i in (1..1000000000) %}x{% endfor %}';
      const cost = await costOf(async () => {
        const campaign = await makeCampaign({ htmlTemplate });
        const { documentId } = await content.pageDraft(campaign, { slug: 'a' });
        await expectRefusedAt('html', pages.publish({ documentId }));
        const live = await makeCampaign({ htmlTemplate: 'fine' });
        await content.page(live, { slug: 'live' });
        const { message } = await expectRefusedAt(
          'htmlTemplate',
          campaigns.update({ documentId: live, data: { htmlTemplate } }),
        );
        expect(message).toMatch(/^Live pages could not be made/);
      });
      expect(cost).toBeLessThan(200);
      expect((await delivered('live'))['html']).toBe('fine');
    });
  }
});

// What links may say is checked before anything is stored: no database can change that.
if (databaseKind() === 'sqlite') {
  describe('the links of a page or a campaign', () => {
    const link = (url: unknown) => ({ keyword: 'a', anchor: 'b', url });

    it.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'mailto:a@b.example', 'a/b', ' /a'])(
      'do not lead to %p; the error names the place',
      async (url) => {
        const campaign = await makeCampaign();
        const { documentId } = await content.pageDraft(campaign, { slug: 'a' });
        const internalLinks = [link('/fine'), link(url)];
        const before = [await stored(server.strapi, PAGE), await stored(server.strapi, CAMPAIGN)];
        const place = 'internalLinks.1.url';
        await expectRefusedAt(place, content.pageDraft(campaign, { slug: 'b', internalLinks }));
        await expectRefusedAt(place, pages.update({ documentId, data: { internalLinks } }));
        await expectRefusedAt(place, makeCampaign({ internalLinks }));
        await expectRefusedAt(place, campaigns.update({ documentId: campaign, data: { internalLinks } }));
        expect([await stored(server.strapi, PAGE), await stored(server.strapi, CAMPAIGN)]).toEqual(before);
      },
    );

    it('lead to paths and web addresses', async () => {
      const internalLinks = ['/a?b#c', 'https://x.example/y', 'HTTP://x.example'].map(link);
      const campaign = await makeCampaign({ internalLinks });
      await content.page(campaign, { slug: 'a', internalLinks });
      const answer = await delivered('a');
      expect((answer['internalLinks'] as Data[]).map(({ url }) => url)).toEqual(
        internalLinks.map(({ url }) => url),
      );
    });

    it('are checked below the document service too', async () => {
      const rows = rowsOf('pseo.internal-link');
      const bad = link('javascript:alert(1)');
      await expectRefusedAt('internalLinks', rows.create({ data: bad }));
      const { id } = await rows.create({ data: link('/fine') });
      await expectRefusedAt('internalLinks', rows.update({ where: { id }, data: { url: '//evil' } }));
      await violationOf(rows.updateMany({ where: { id }, data: { url: '//evil' } }));
      await violationOf(rows.createMany({ data: [bad] }));
      expect((await rows.findOne({ where: { id } }))?.['url']).toBe('/fine');
    });
  });
}
