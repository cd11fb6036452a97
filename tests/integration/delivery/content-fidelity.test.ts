import fc from 'fast-check';
import type { Knex } from 'knex';
import { UID } from '../../fixtures/content';
import { generatedRuns } from '../../support/generated-runs';
import { signInAsSuperAdmin } from '../../support/admin-panel';
import type { TestServer } from '../../support/strapi';
import { withServer } from '../../support/with-server';

const POSTS = 10_000;

describe('content comes back as it was given', () => {
  const { server, content, api, documentsOf, withWebsite } = withServer();
  const website = withWebsite();

  it.each([
    [
      'scripts and iframes',
      '<script>if (a < b && c > d) { alert("x") }</script><iframe src="//x.example" onload=\'y()\'></iframe>',
    ],
    ['entities', '&amp; &lt; &#x3C; &nbsp;   &quot; &copy &unknown; &amp;amp;'],
    [
      'CDATA, comments and processing instructions',
      '<![CDATA[ ]]> <!-- -- --> <?php echo 1 ?> <!DOCTYPE html>',
    ],
    ['line ends and spaces of all kinds', '\r\n a\rb\nc\t\u2028\u2029\u00a0\u0085\ufeff  \r\n'],
    ['emoji, also composed ones', '☕️👩‍👩‍👧‍👦🏳️‍🌈🇺🇦👍🏽'],
    ['text from right to left', 'שלום \u200fعالم\u200e \u202eabc\u202c'],
    [
      'combining characters, in both forms',
      'u\u0308 \u00fc e\u0301 \u00e9 Z\u0351\u036b\u0343 \u1100\u1161 \uac00',
    ],
    ['controls other than NUL', '\u0001\u0008\u000b\u000c\u001b\u007f\u009f'],
    ['templates', '{{ city }} {% if a %} ${b} <%= c %> :d ?'],
    ['backslashes and quotation marks', String.raw`\ \\ \' \" \n \u0041 \0 '' "" $$ %s`],
    ['broken markup', '<p><b></p></i><a href=x'],
    ['noncharacters', '\ufffe\uffff\ufdd0\u{10ffff}\ufffd'],
  ])('with %s', async (_what, html) => {
    const post = await content.post(website.documentId, {
      content: html,
      title: `x${html}`,
      metaDescription: html,
    });
    const response = await api.blog(website.key, { slug: post['slug'] as string });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ content: html, title: `x${html}`, metaDescription: html });
  });

  it('with 5 MB', async () => {
    const paragraph = '<p>Ein Absatz über Käse – <em>чай</em> & 茶 ☕️</p>\r\n';
    const html = paragraph.repeat(Math.ceil((5 * 1024 * 1024) / Buffer.byteLength(paragraph)));
    await content.post(website.documentId, { slug: 'large', content: html });
    const response = await api.blog(website.key, { slug: 'large' });
    expect(response.status).toBe(200);
    // Compared as a whole: a difference of two texts of this size is not for printing.
    expect((response.body as { content: string }).content === html).toBe(true);
  });

  it.each([
    ['one megabyte of single bytes', (length: number) => '<p>abc</p>\n'.repeat(length).slice(0, length)],
    ['one megabyte of emoji', (length: number) => '☕️👩‍💻𝒳'.repeat(length).slice(0, length)],
  ])('with %s, in every field for HTML, saved in the admin panel', async (_what, ofLength) => {
    const megabyte = Buffer.from(ofLength(1024 * 1024))
      .subarray(0, 1024 * 1024)
      .toString('utf8')
      .replace(/\ufffd+$/, '');
    const panel = await signInAsSuperAdmin(server.strapi);
    const saved = async (uid: string, data: object): Promise<string> => {
      const { status, body } = await panel.post(`/content-manager/collection-types/${uid}`, { ...data });
      expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
      return (body.data as { documentId: string }).documentId;
    };
    const own = await content.website();
    const post = await saved(UID.post, {
      title: 'x',
      slug: 'post',
      website: own.documentId,
      content: megabyte,
    });
    const campaign = await saved(UID.campaign, {
      name: 'x',
      website: own.documentId,
      htmlTemplate: megabyte,
    });
    const page = { campaign, variables: { large: megabyte } };
    const pages = [
      await saved(UID.page, { ...page, slug: 'own', html: megabyte }),
      await saved(UID.page, { ...page, slug: 'template' }),
    ];
    await content.publish(UID.post, post);
    for (const documentId of pages) await content.publish(UID.page, documentId);

    // Compared as a whole: a difference of two texts of this size is not for printing.
    const isSame = (text: unknown) => Buffer.from(text as string).equals(Buffer.from(megabyte));
    const { body: delivered } = await api.blog(own.key, { slug: 'post' });
    expect(isSame((delivered as { content: string }).content)).toBe(true);
    for (const slug of ['own', 'template']) {
      const { body } = await api.pseoPages(own.key, { slug });
      const { html, variables } = body as { html: string; variables: { large: string } };
      expect([slug, isSame(html), isSame(variables.large)]).toEqual([slug, true, true]);
    }
  });

  it('with any text that has neither NUL nor half a character', async () => {
    const post = await content.post(website.documentId, { slug: 'generated' });
    const text = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 5_000 }),
        fc.string({ unit: 'grapheme', maxLength: 5_000 }),
      )
      .map((value) => value.replaceAll('\0', ''));
    // As long as one may be, with the "x" before it.
    const shortText = text.filter(({ length }) => length < 5_000);
    await fc.assert(
      fc.asyncProperty(text, shortText, async (html, description) => {
        // A text of nothing but spaces may count as empty where there is a fallback.
        const metaDescription = `x${description}`;
        await content.update(UID.post, post.documentId, { content: html, metaDescription }, 'published');
        const response = await api.blog(website.key, { slug: 'generated' });
        expect(response.status).toBe(200);
        expect(response.body).toMatchObject({ content: html, metaDescription });
      }),
      { numRuns: generatedRuns(15) },
    );
  });

  it('with pSEO texts and variables of the same kinds', async () => {
    const campaign = await content.campaign(website.documentId);
    const html = '<script>{{ x }}</script>\r\n&nbsp;☕️ u\u0308 שלום\u0001';
    await content.page(campaign.documentId, {
      slug: 'page',
      html,
      metaTitle: html,
      variables: { [html]: html },
    });
    const response = await api.pseoPages(website.key, { slug: 'page' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ html, fields: { metaTitle: html }, variables: { [html]: html } });
  });

  it('and every one of 10,000 posts is in the list', async () => {
    const own = await content.website();
    const tag = await content.tag(own.documentId, 'of all');
    const category = await content.category(own.documentId, 'of all');
    const sample = await content.post(own.documentId, {
      slug: 'post-0',
      tags: [tag.documentId],
      category: category.documentId,
      publishDate: new Date(0).toISOString(),
    });
    await multiplyPost(server, sample.documentId, POSTS);

    const response = await api.blog(own.key);
    expect(response.status).toBe(200);
    const posts = response.body as { slug: string; tags: string[]; category: string }[];
    expect(posts).toHaveLength(POSTS);
    expect(posts.map((post) => post.slug)).toEqual(
      Array.from({ length: POSTS }, (_, index) => `post-${POSTS - 1 - index}`),
    );
    expect(posts.every((post) => post.tags.join() === 'of all' && post.category === 'of all')).toBe(true);
  });

  it('with emoji and other characters beyond the first 65,536, in every text of every type', async () => {
    const text = '☕️ 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 𝒳 𠮷 \u{10ffff}';
    // Of these, letters alone stand in addresses; what templates make is turned into such a slug.
    const slug = '𝒳-𠮷';
    const account = await content.account({ name: text });
    const own = await content.website({ name: text, account: account.documentId, apiKey: `${text} key` });
    const category = await content.category(own.documentId, text);
    const tag = await content.tag(own.documentId, text);
    const url = `https://example.com/${text}`;
    await content.post(own.documentId, {
      title: text,
      slug,
      metaTitle: text,
      metaDescription: text,
      content: text,
      featuredImageUrl: url,
      category: category.documentId,
      tags: [tag.documentId],
    });
    await content.link({ account: account.documentId, keyword: text, url });
    const link = { keyword: text, anchor: text, url, internal: false, nofollow: true };
    const campaign = await content.campaign(own.documentId, {
      name: text,
      slugTemplate: `${text}/{{ a }}`,
      targetSlugTemplate: text,
      htmlTemplate: text,
      metaTitleTemplate: text,
      metaDescriptionTemplate: text,
      internalLinks: [{ ...link, keyword: `${text} of the campaign` }],
    });
    const variables = { a: text, [text]: text };
    await content.page(campaign.documentId, { variables });
    const texts = { html: text, metaTitle: text, metaDescription: text, targetSlug: slug };
    await content.page(campaign.documentId, { slug, variables, internalLinks: [link], ...texts });

    expect((await api.blog(own.key, { slug })).body).toMatchObject({
      title: text,
      slug,
      category: text,
      tags: [text],
      featuredImage: url,
      content: text,
      metaTitle: text,
      metaDescription: text,
    });
    expect((await api.taxonomies(own.key)).body).toMatchObject({
      categories: [{ name: text }],
      tags: [{ name: text }],
    });
    expect((await api.internalLinks(own.key)).body).toEqual([{ keyword: text, url }]);
    for (const address of [slug, `${slug}/${slug}`]) {
      expect((await api.pseoPages(own.key, { slug: address })).body).toMatchObject({
        slug: address,
        targetSlug: slug,
        variables,
        html: text,
        fields: { metaTitle: text, metaDescription: text },
      });
    }
    const { body } = await api.pseoPages(own.key, { slug });
    expect((body as { internalLinks: object[] }).internalLinks).toEqual([
      link,
      { ...link, keyword: `${text} of the campaign` },
    ]);
    const names = (uid: string, documentId: string) => documentsOf(uid).findOne({ documentId });
    for (const [uid, { documentId }] of [
      [UID.account, account],
      [UID.website, own],
      [UID.campaign, campaign],
    ] as const) {
      expect(await names(uid, documentId)).toMatchObject({ name: text });
    }
  });
});

/** Copies the live row of a post, with its relations, past the document service: that would take minutes. */
const multiplyPost = async ({ strapi }: TestServer, documentId: string, total: number): Promise<void> => {
  const meta = strapi.db.metadata.get(UID.post);
  const links = ['website', 'category', 'tags'].map((name) => {
    const { joinTable } = meta.attributes[name] as unknown as {
      joinTable: { name: string; joinColumn: { name: string } };
    };
    return { table: joinTable.name, column: joinTable.joinColumn.name };
  });
  await strapi.db.connection.transaction(async (trx: Knex.Transaction) => {
    const { id: liveId, ...row } = (await trx(meta.tableName)
      .where({ document_id: documentId })
      .whereNotNull('published_at')
      .first()) as Record<string, unknown> & { id: number };
    const copies = Array.from({ length: total - 1 }, (_, index) => ({
      ...row,
      document_id: `copy${String(index + 1).padStart(20, '0')}`,
      slug: `post-${index + 1}`,
      unique_key: `copy-${index + 1}`,
      // As each driver wants it: a number for SQLite, a date for the others.
      publish_date: typeof row['publish_date'] === 'number' ? index + 1 : new Date(index + 1),
    }));
    await trx.batchInsert(meta.tableName, copies, 50);
    const rows: { id: number }[] = await trx(meta.tableName)
      .where('document_id', 'like', 'copy%')
      .select('id');
    for (const { table, column } of links) {
      const link = (await trx(table).where(column, liveId).first()) as Record<string, unknown>;
      delete link['id'];
      await trx.batchInsert(
        table,
        rows.map(({ id }) => ({ ...link, [column]: id })),
        200,
      );
    }
  });
};
