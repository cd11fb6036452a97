import { expectAnswer } from '../../support/requests';
import { withServer } from '../../support/with-server';

/**
 * In order by code unit: capitals before small letters, letters with marks after them, and an emoji (its
 * first code unit is D83D) before a ligature (FB00) though its code point is the greater one.
 */
const IN_ORDER = [
  '10',
  '9',
  'Ape',
  'Zebra',
  'ape',
  'zebra',
  'zebra ',
  'Äpfel',
  'äpfel 2',
  'Яблука',
  '中文',
  '😀',
  'ﬀ',
];

describe('GET /api/taxonomies', () => {
  const { content, api } = withServer();

  it('answers two empty lists for a website without categories and tags', async () => {
    const website = await content.website();
    expectAnswer(await api.taxonomies(website.key), { categories: [], tags: [] });
  });

  it('answers ids and names, with no other fields, in the order of the specification', async () => {
    const website = await content.website();
    const category = await content.category(website.documentId, 'Guides & <b>Tips</b>');
    const tag = await content.tag(website.documentId, 'Web  Dev');
    expectAnswer(await api.taxonomies(website.key), {
      categories: [{ id: category.documentId, name: 'Guides & <b>Tips</b>' }],
      tags: [{ id: tag.documentId, name: 'Web  Dev' }],
    });
  });

  it('orders both lists by name, by code unit, whatever the order of creation', async () => {
    const website = await content.website();
    // "Ape" and "ape" would share one page, so each list has every other name.
    const categories = IN_ORDER.filter((name) => name !== 'ape' && name !== 'zebra');
    const tags = IN_ORDER.filter((name) => name !== 'Ape' && name !== 'Zebra');
    const ids = new Map<string, string>();
    for (const name of [...categories].reverse()) {
      ids.set(`category ${name}`, (await content.category(website.documentId, name)).documentId);
    }
    for (const name of [...tags].reverse()) {
      ids.set(`tag ${name}`, (await content.tag(website.documentId, name)).documentId);
    }
    expectAnswer(await api.taxonomies(website.key), {
      categories: categories.map((name) => ({ id: ids.get(`category ${name}`), name })),
      tags: tags.map((name) => ({ id: ids.get(`tag ${name}`), name })),
    });
  });

  it('ignores parameters of other routes', async () => {
    const website = await content.website();
    const category = await content.category(website.documentId);
    const response = await api.get(
      '/api/taxonomies',
      `apiKey=${website.key}&slug=a&slug=b&campaignId=&page=2`,
    );
    expectAnswer(response, { categories: [{ id: category.documentId, name: category['name'] }], tags: [] });
  });
});
