import { UID } from '../../fixtures/content';
import { loggedBy } from '../../support/logged';
import { expectAnswer } from '../../support/requests';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

describe('GET /api/website', () => {
  const { server, content, api } = withServer();
  const files = () => server.strapi.db.query('plugin::upload.file');

  it('answers null for what is not set, and for what is empty', async () => {
    const nothing = { url: null, language: null, description: null, image: null };
    const website = await content.website({ name: 'Only a name' });
    expectAnswer(await api.website(website.key), { name: 'Only a name', ...nothing });
    const empty = await content.website({ name: 'Empty', url: '', language: '', description: '' });
    expectAnswer(await api.website(empty.key), { name: 'Empty', ...nothing });
  });

  it('answers what is set, in this order, with the absolute address of the picture', async () => {
    const website = await content.website({
      name: 'Harbour & <b>Roasters</b>',
      url: 'https://www.example.com/',
      language: 'pt-BR',
      description: 'Coffee,\nroasted “by the harbour”.',
      image: await content.image('/uploads/harbour.webp'),
    });
    // Another picture, and the same row number of another type.
    await content.website({ image: await content.image('/uploads/other.webp') });
    await content.post(website.documentId, { featuredImage: await content.image('/uploads/post.webp') });
    const { publicUrl } = serviceOf(server.strapi, 'delivery').config;
    expectAnswer(await api.website(website.key), {
      name: 'Harbour & <b>Roasters</b>',
      url: 'https://www.example.com/',
      language: 'pt-BR',
      description: 'Coffee,\nroasted “by the harbour”.',
      image: `${publicUrl}/uploads/harbour.webp`,
    });
    const elsewhere = await content.website({
      image: await content.image('https://bucket.example.com/harbour.webp'),
    });
    expect((await api.website(elsewhere.key)).body).toMatchObject({
      image: 'https://bucket.example.com/harbour.webp',
    });
  });

  it('is never old: whatever changes, the next answer has it, and the change log says so', async () => {
    const first = await content.image('/uploads/first.webp');
    const second = await content.image('/uploads/second.webp');
    const website = await content.website({ name: 'Before', image: first });
    const other = await content.website();
    const { documentId, key } = website;
    const body = async () => (await api.website(key)).body as Record<string, unknown>;
    const untouched = (await api.website(other.key)).headers['etag'];
    await body();
    const changes: [() => Promise<unknown>, Record<string, unknown>][] = [
      [() => content.update(UID.website, documentId, { name: 'After' }), { name: 'After' }],
      [() => content.update(UID.website, documentId, { description: 'New' }), { description: 'New' }],
      [
        () => content.update(UID.website, documentId, { image: second }),
        { image: expect.stringMatching(/\/uploads\/second\.webp$/) as unknown },
      ],
      [
        () => files().update({ where: { id: second }, data: { url: '/uploads/replaced.webp' } }),
        { image: expect.stringMatching(/\/uploads\/replaced\.webp$/) as unknown },
      ],
      [() => files().delete({ where: { id: second } }), { image: null }],
    ];
    for (const [change, after] of changes) {
      const { types } = await loggedBy(server, change);
      expect(await body()).toMatchObject(after);
      expect([...types]).toEqual([[documentId, ['website']]]);
    }
    expect((await api.website(other.key)).headers['etag']).toBe(untouched);
  });

  it('refuses a description that is longer than what is shown of a website', async () => {
    const { documentId } = await content.website({ description: 'x'.repeat(2_000) });
    await expect(content.update(UID.website, documentId, { description: 'x'.repeat(2_001) })).rejects.toThrow(
      'This text has 2,001 characters; 2,000 fit.',
    );
  });
});
