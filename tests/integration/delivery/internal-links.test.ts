import { UID } from '../../fixtures/content';
import { expectAnswer } from '../../support/requests';
import { withServer } from '../../support/with-server';

describe('GET /api/internal-links', () => {
  const { content, api } = withServer();

  it('answers an empty list for an account without links', async () => {
    const account = await content.account();
    const website = await content.website({ account: account.documentId });
    expectAnswer(await api.internalLinks(website.key), []);
  });

  it('answers keyword and url alone, in order of creation', async () => {
    const account = await content.account();
    const website = await content.website({ account: account.documentId });
    const links = [
      { keyword: 'zebra', url: '/zebra' },
      { keyword: 'C++ & "C#"', url: '/c?a=1&b=2#top' },
      { keyword: 'apple', url: 'https://shop.example.com/apple' },
      { keyword: 'кава', url: '/кава' },
    ];
    for (const link of links) await content.link({ ...link, account: account.documentId });
    expectAnswer(await api.internalLinks(website.key), links);
  });

  it('orders by the date of creation before all else, and equal dates by documentId', async () => {
    const account = await content.account();
    const website = await content.website({ account: account.documentId });
    const link = (keyword: string, createdAt: string, documentId: string) =>
      content.link({ account: account.documentId, keyword, createdAt, documentId });
    await link('second tie', '2025-01-01T00:00:00.000Z', 'linkb0000000000000000001');
    await link('latest', '2025-01-01T00:00:00.001Z', 'linka0000000000000000000');
    await link('first tie', '2025-01-01T00:00:00.000Z', 'linka0000000000000000001');
    await link('earliest', '2024-12-31T23:59:59.999Z', 'linkz0000000000000000001');
    const response = await api.internalLinks(website.key);
    expectAnswer(
      response,
      ['earliest', 'first tie', 'second tie', 'latest'].map((keyword) => ({ keyword, url: '/somewhere' })),
    );
  });

  it('keeps the place of a link that is changed, and shows changes and deletions at once', async () => {
    const account = await content.account();
    const website = await content.website({ account: account.documentId });
    const first = await content.link({ account: account.documentId, keyword: 'first', url: '/1' });
    const second = await content.link({ account: account.documentId, keyword: 'second', url: '/2' });
    await content.update(UID.link, first.documentId, { keyword: 'First', url: '/one' });
    expectAnswer(await api.internalLinks(website.key), [
      { keyword: 'First', url: '/one' },
      { keyword: 'second', url: '/2' },
    ]);
    await content.remove(UID.link, second.documentId);
    expectAnswer(await api.internalLinks(website.key), [{ keyword: 'First', url: '/one' }]);
  });
});
