import { createCampaignPages } from '../../../../src/plugins/content-delivery/server/src/pseo/pages/of-campaign';
import { UID } from '../../../fixtures/content';
import { multiply } from '../../../support/copied-rows';
import { databaseKind } from '../../../support/databases';
import { withServer } from '../../../support/with-server';

const COUNT = 10_050;

describe('the pages of a campaign that has more than are read ahead', () => {
  const { server, content, rowsOf } = withServer();

  it('are walked over once each, with few statements that put links in order', async () => {
    const { strapi } = server;
    const website = (await content.website()).documentId;
    const campaign = (await content.campaign(website)).documentId;
    const other = (await content.campaign(website)).documentId;
    const page = await content.page(campaign, { slug: 'page', variables: { number: '0' } });
    await content.page(other, { slug: 'other', variables: { number: 'other' } });
    await multiply(
      strapi,
      {
        table: strapi.db.metadata.get(UID.page).tableName,
        link: 'pseo_pages_campaign_lnk',
        owner: 'pseo_page_id',
        change: (n) => ({
          slug: `page-${n}`,
          unique_key: null,
          variables: JSON.stringify({ number: String(n) }),
        }),
      },
      page.documentId,
      COUNT,
    );
    const row = await rowsOf(UID.campaign).findOne({ where: { documentId: campaign } });

    let ordered = 0;
    const note = ({ sql }: { sql: string }): void => {
      if (/from .pseo_pages_campaign_lnk. where/i.test(sql)) ordered += 1;
    };
    strapi.db.connection.on('query', note);
    const numbers: string[] = [];
    try {
      for await (const { variables } of createCampaignPages(strapi).live(Number(row?.['id']))) {
        numbers.push(variables['number'] ?? '');
      }
    } finally {
      strapi.db.connection.off('query', note);
    }
    expect(numbers.sort()).toEqual(Array.from({ length: COUNT }, (_, n) => String(n)).sort());
    // On SQLite, whose index has them in order, no statement is to take long.
    expect(ordered).toBe(databaseKind() === 'sqlite' ? 101 : 2);
    expect(await createCampaignPages(strapi).count(Number(row?.['id']))).toBe(COUNT);
  });
});
