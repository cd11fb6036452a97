import { unique, UID } from '../../fixtures/content';
import { connectTo } from '../../support/connections';
import { startServerProcess } from '../../support/server-process';
import { expectExactly, figuresOf, targets, withWarmingServer } from '../../support/warmed';
import { witnessOf } from './witnessed';

const { posts, post, links, page, terms } = targets;

describe('a write is seen at once, whichever process makes it:', () => {
  const { server, content, api, site } = withWarmingServer();
  const witnessed = witnessOf(server, api);

  it('in both directions', async () => {
    const account = await content.account();
    const website = await content.website({ account: account.documentId });
    const bystander = await site();
    const tag = await content.tag(website.documentId, 'Before');
    const { documentId } = await content.post(website.documentId, { title: 'Before', slug: 'post' });
    const link = await content.link({ account: account.documentId, keyword: 'word', url: '/before' });
    const campaign = await content.campaign(website.documentId, { htmlTemplate: 'Before' });
    await content.page(campaign.documentId, { slug: 'page' });

    const other = await startServerProcess();
    const there = connectTo(other.port);
    try {
      const update = (uid: string, id: string, data: object, status?: string) =>
        other.write({
          uid,
          method: 'update',
          parameters: { documentId: id, data, ...(status && { status }) },
        });
      await api.warm(terms(bystander), {});
      const { builds } = figuresOf(server);
      for (const [target, change, before, after] of [
        [
          terms(website),
          () => update(UID.tag, tag.documentId, { name: 'After' }),
          { tags: [{ name: 'Before' }] },
          { tags: [{ name: 'After' }] },
        ],
        [
          post(website, 'post'),
          () => update(UID.post, documentId, { title: 'After' }, 'published'),
          { title: 'Before' },
          { title: 'After' },
        ],
        [
          links(website),
          () => update(UID.link, link.documentId, { url: '/after' }),
          [{ url: '/before' }],
          [{ url: '/after' }],
        ],
        [
          page(website, 'page'),
          () => update(UID.campaign, campaign.documentId, { htmlTemplate: 'After' }),
          { html: 'Before' },
          { html: 'After' },
        ],
        [
          posts(website),
          () => other.write({ uid: UID.post, method: 'unpublish', parameters: { documentId } }),
          [{ slug: 'post' }],
          [],
        ],
      ] as const) {
        await witnessed({ change, seen: [[target, before, after]] });
      }
      // Two builds for each address, before and after; the other website's bytes stayed.
      expect(figuresOf(server).builds).toBe(builds + 10);
      await api.warm(terms(bystander), {});
      expect(figuresOf(server).builds).toBe(builds + 10);

      for (const name of ['Here', 'There', 'Again']) {
        expectExactly(await there.send('GET', terms(website)), {});
        await content.update(UID.tag, tag.documentId, { name });
        expectExactly(await there.send('GET', terms(website)), { tags: [{ name }] });
      }
      const renewed = { key: unique('renewed') };
      expectExactly(await there.send('GET', posts(website)), []);
      await content.update(UID.website, website.documentId, { apiKey: renewed.key });
      expectExactly(await there.send('GET', posts(website)), 401);
      expectExactly(await there.send('GET', posts(renewed)), []);
      await witnessed({
        change: () => update(UID.website, website.documentId, { apiKey: unique('again') }),
        seen: [[posts(renewed), [], 401]],
      });
    } finally {
      there.close();
      await other.stop();
    }
  });
});
