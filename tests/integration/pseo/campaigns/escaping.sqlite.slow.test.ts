import request from 'supertest';
import { commandsOf } from '../../../support/commands';
import { serviceOf } from '../../../support/services';
import { UID, unique } from '../../../fixtures/content';
import { withServer } from '../../../support/with-server';

const HTML = '<h1>{{ city | escape }}</h1><p>{{ intro | default: "" | newline_to_br }}</p>';
const BEFORE = '<h1>Trier &amp;amp; Umland</h1><p>One&lt;br /&gt;\ntwo</p>';
const NOW = '<h1>Trier &amp; Umland</h1><p>One<br />\ntwo</p>';

const { server, content } = withServer();
const { execute } = commandsOf('pseo-escaping');

const live = async (key: string, slug: string): Promise<{ html: string; updatedAt: string }> => {
  const { body } = await request(server.strapi.server.httpServer)
    .get('/api/pseo-pages')
    .query({ apiKey: key, slug });
  return body as { html: string; updatedAt: string };
};
/** As a campaign is that was made before it had a version. */
const age = (documentId: string) =>
  server.strapi.db
    .query(UID.campaign)
    .updateMany({ where: { documentId }, data: { escapingVersion: null } as never });
const versionOf = async (documentId: string): Promise<number | null> => {
  const row: { escapingVersion: number | null } = await server.strapi.db
    .query(UID.campaign)
    .findOne({ where: { documentId } });
  return row.escapingVersion;
};
const makeCampaign = async (templates: Record<string, string> = {}) => {
  const website = await content.website();
  const campaign = await content.campaign(website.documentId, {
    name: unique('campaign'),
    slugTemplate: '{{ city | slugify }}',
    htmlTemplate: HTML,
    ...templates,
  });
  const page = async (variables: Record<string, string>) => {
    const made = await server.strapi
      .documents(UID.page)
      .create({ data: { campaign: campaign.documentId, variables }, status: 'published' } as never);
    return (made as unknown as { slug: string }).slug;
  };
  return { website, campaign, page };
};
const TRIER = { city: 'Trier & Umland', intro: 'One\ntwo' };

describe('the HTML of a campaign', () => {
  it('escapes as new ones do where it is new', async () => {
    const { website, campaign, page } = await makeCampaign();
    const slug = await page(TRIER);
    expect((await live(website.key, slug)).html).toBe(NOW);
    expect(await versionOf(campaign.documentId)).toBe(2);
  });

  it('stays as it was, and changes when the command is told to', async () => {
    const { website, campaign, page } = await makeCampaign();
    await age(campaign.documentId);
    const [slug] = [await page(TRIER), await page({ city: 'Bonn' })];
    const before = await live(website.key, slug);
    expect(before.html).toBe(BEFORE);
    await server.strapi.documents(UID.campaign).update({
      documentId: campaign.documentId,
      data: { name: unique('renamed') },
    } as never);
    expect((await live(website.key, slug)).html).toBe(BEFORE);

    const dry = await execute(['--campaign', campaign.documentId]);
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toContain(`  draft: ${slug}\n  live: ${slug}\n  Would differ: 2 pages.\n`);
    expect(dry.out).not.toContain('bonn');
    expect((await live(website.key, slug)).html).toBe(BEFORE);

    expect(await execute(['--apply', '--campaign', campaign.documentId])).toMatchObject({ code: 0, err: '' });
    const after = await live(website.key, slug);
    expect(after.html).toBe(NOW);
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const again = await execute(['--campaign', campaign.documentId]);
    expect(again.out).toBe('Values are escaped as in new campaigns already.\n');
  });

  it('is no change of pages where nothing differs', async () => {
    const { website, campaign, page } = await makeCampaign({ htmlTemplate: '<p>{{ city }}</p>' });
    await age(campaign.documentId);
    const slug = await page(TRIER);
    const before = await live(website.key, slug);
    expect(await execute(['--apply', '--campaign', campaign.documentId])).toMatchObject({ code: 0 });
    expect(await live(website.key, slug)).toEqual(before);
    expect(await versionOf(campaign.documentId)).toBe(2);
  });

  it('is copied and brought back as it was', async () => {
    const { campaign } = await makeCampaign();
    await age(campaign.documentId);
    const documents = server.strapi.documents(UID.campaign);
    const { entries } = (await documents.clone({
      documentId: campaign.documentId,
      data: { name: unique('copy') },
    } as never)) as unknown as { entries: { documentId: string }[] };
    expect(await versionOf(entries[0]?.documentId ?? '')).toBeNull();
    for (const version of [null, 2]) {
      const { campaign: other } = await makeCampaign();
      if (version === null) await age(other.documentId);
      await documents.delete({ documentId: other.documentId });
      await serviceOf(server.strapi, 'bin').bringBack(other.documentId, null);
      expect(await versionOf(other.documentId)).toBe(version);
    }
  });

  it('is not asked for of a campaign that is not there', async () => {
    const ended = await execute(['--campaign', 'nowhere']);
    expect(ended).toMatchObject({ code: 1, err: 'There is no campaign "nowhere".\n' });
  });
});
