import request from 'supertest';
import type { FrontEndView } from '../../../src/plugins/content-delivery/contracts/editing';
import { UID, type TestWebsite } from '../../fixtures/content';
import { contentPermissions, signInWith, LISTED_WEBSITES } from '../../support/admin-panel';
import { withServer } from '../../support/with-server';

const HOUR = 3_600_000;

describe('what front ends see of an entry', () => {
  const { server, content, asSuperAdmin } = withServer();
  const admin = asSuperAdmin();
  let including: TestWebsite;
  let withholding: TestWebsite;

  beforeAll(async () => {
    const account = (await content.account()).documentId;
    including = await content.website({ account, url: 'https://example.com' });
    withholding = await content.website({ account, scheduledPosts: 'withhold' });
    await content.link({ account, keyword: 'Brew Ratio', url: '/blog/ratio' });
    await content.link({ account, keyword: 'grinder', url: '/blog/grinder' });
    await content.link({ account, keyword: 'kettle', url: '/blog/kettle' });
    await content.link({ account: (await content.account()).documentId, keyword: 'espresso' });
  });

  const path = (uid: string, id: string) => `/content-delivery/entries/${uid}/${id}/front-end-view`;
  const view = async (uid: string, id: string, panel = admin): Promise<FrontEndView> => {
    const answer = await panel.get(path(uid, id));
    expect(answer.status).toBe(200);
    return answer.body.data as FrontEndView;
  };
  const delivered = async (route: string, { key }: TestWebsite, slug: string) =>
    request(server.strapi.server.httpServer).get(`/api/${route}`).query({ apiKey: key, slug });

  it('a live post, byte for byte as the route answers it', async () => {
    const { documentId } = await content.post(including.documentId, {
      slug: 'live',
      content: '<p>"ü" \u2028 </p>',
      metaDescription: 'About',
      scheduleDate: new Date(Date.now() - HOUR),
      category: (await content.category(including.documentId)).documentId,
      tags: [(await content.tag(including.documentId)).documentId],
    });
    const shown = await view(UID.post, documentId);
    expect(shown).toMatchObject({ visibility: 'live', waitsUntil: null, unpublishedChanges: false });
    expect(JSON.stringify(shown.response)).toBe((await delivered('blog', including, 'live')).text);
  });

  it('a post that was never published, or is not any more', async () => {
    const { documentId } = await content.draft(including.documentId);
    const unseen = {
      visibility: 'not-published',
      waitsUntil: null,
      unpublishedChanges: false,
      response: null,
    };
    expect(await view(UID.post, documentId)).toMatchObject(unseen);
    await content.publish(UID.post, documentId);
    expect((await view(UID.post, documentId)).visibility).toBe('live');
    await content.unpublish(UID.post, documentId);
    expect(await view(UID.post, documentId)).toMatchObject(unseen);
  });

  it('a scheduled post: hidden by front ends, or withheld, with what they get then', async () => {
    const scheduleDate = new Date(Date.now() + HOUR).toISOString();
    for (const [website, visibility] of [
      [including, 'hidden-by-front-end'],
      [withholding, 'withheld'],
    ] as const) {
      const { documentId } = await content.post(website.documentId, { slug: 'later', scheduleDate });
      const shown = await view(UID.post, documentId);
      expect(shown).toMatchObject({
        visibility,
        waitsUntil: scheduleDate,
        response: { slug: 'later', scheduleDate },
      });
      expect((await delivered('blog', website, 'later')).status).toBe(website === including ? 200 : 404);
    }
  });

  it('changes that are saved and not published, with the response as it still is', async () => {
    const { documentId } = await content.post(including.documentId, { title: 'Before', slug: 'changing' });
    await content.update(UID.post, documentId, { title: 'After', slug: 'changed', content: 'grinder' });
    expect(await view(UID.post, documentId)).toMatchObject({
      visibility: 'live',
      unpublishedChanges: true,
      response: { title: 'Before', slug: 'changing', content: '' },
      keywords: [{ keyword: 'grinder', url: '/blog/grinder', count: 1 }],
    });
    await content.publish(UID.post, documentId);
    const { unpublishedChanges, response } = await view(UID.post, documentId);
    expect([unpublishedChanges, response]).toEqual([false, expect.objectContaining({ title: 'After' })]);
  });

  it('keywords without those that lead to the page itself, also by a slug that it had before', async () => {
    const text = '<p>Kettle, grinder.</p>';
    const { documentId } = await content.post(including.documentId, { slug: 'kettle', content: text });
    const left = [{ keyword: 'grinder', url: '/blog/grinder', count: 1 }];
    expect((await view(UID.post, documentId)).keywords).toEqual(left);
    await content.update(UID.post, documentId, { slug: 'kettles' });
    expect((await view(UID.post, documentId)).keywords).toEqual(left);
    await content.publish(UID.post, documentId);
    expect((await view(UID.post, documentId)).keywords).toEqual(left);
    await content.post(including.documentId, { slug: 'kettle' });
    expect((await view(UID.post, documentId)).keywords).toHaveLength(2);
  });

  it('keywords of the account in the saved text, whole words outside headings and links', async () => {
    const { documentId } = await content.draft(including.documentId, {
      content:
        '<h2>The brew ratio</h2><p>A grinder, grinders, <a href="/">grinder</a>, brew RATIO, Brew ratio.</p>',
    });
    expect((await view(UID.post, documentId)).keywords).toEqual([
      { keyword: 'Brew Ratio', url: '/blog/ratio', count: 2 },
      { keyword: 'grinder', url: '/blog/grinder', count: 1 },
    ]);
  });

  it('a pSEO page, with its own link rules in its resolved text', async () => {
    const campaign = await content.campaign(including.documentId, {
      htmlTemplate: '<p>Coffee in {{ city }}: the grinder and the roaster.</p>',
      internalLinks: [{ keyword: 'coffee', url: '/coffee' }],
    });
    const { documentId } = await content.page(campaign.documentId, {
      slug: 'coffee/berlin',
      variables: { city: 'Berlin' },
      internalLinks: [{ keyword: 'roaster', url: '/roaster' }],
    });
    const shown = await view(UID.page, documentId);
    expect(shown).toMatchObject({ visibility: 'live', waitsUntil: null, unpublishedChanges: false });
    expect(JSON.stringify(shown.response)).toBe(
      (await delivered('pseo-pages', including, 'coffee/berlin')).text,
    );
    expect(shown.keywords).toEqual([
      { keyword: 'coffee', url: '/coffee', count: 1 },
      { keyword: 'roaster', url: '/roaster', count: 1 },
    ]);
    const lacking = await content.pageDraft(campaign.documentId, { slug: 'lacking' });
    expect(await view(UID.page, lacking.documentId)).toMatchObject({
      visibility: 'not-published',
      keywords: [],
    });
  });

  it('is shown to those who may read the entry only, without an API key', async () => {
    const { documentId } = await content.post(including.documentId, { content: 'grinder' });
    const mayReadPosts = contentPermissions(server.strapi, [UID.post], [LISTED_WEBSITES]);
    const editor = await signInWith(server.strapi, mayReadPosts);
    expect((await editor.panel.get(path(UID.post, documentId))).status).toBe(404);
    await content.update(UID.website, including.documentId, { editors: [editor.id] });
    const shown = await editor.panel.get(path(UID.post, documentId));
    expect(shown.status).toBe(200);
    expect(JSON.stringify(shown.body)).not.toContain(including.key);

    const { panel } = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.tag]));
    expect((await panel.get(path(UID.post, documentId))).status).toBe(403);
    const anonymous = await request(server.strapi.server.httpServer).get(path(UID.post, documentId));
    expect(anonymous.status).toBe(401);
  });

  it('has nothing of a version on a website that the user may not see, nor fields that they may not', async () => {
    const { documentId } = await content.post(including.documentId, {
      title: 'On the other',
      content: 'Secret',
    });
    const mayRead = contentPermissions(server.strapi, [UID.post], [LISTED_WEBSITES]);
    const editor = await signInWith(server.strapi, mayRead);
    const account = (await content.account()).documentId;
    const own = await content.website({ account, editors: [editor.id] });
    await content.update(UID.post, documentId, {
      title: 'Here',
      content: 'grinder',
      website: own.documentId,
    });
    const shown = await view(UID.post, documentId, editor.panel);
    expect(shown).toMatchObject({ visibility: 'out-of-sight', waitsUntil: null, response: null });
    expect(JSON.stringify(shown)).not.toContain('Secret');
    expect((await view(UID.post, documentId)).response).toMatchObject({ title: 'On the other' });
    await content.publish(UID.post, documentId);
    expect(await view(UID.post, documentId, editor.panel)).toMatchObject({
      visibility: 'live',
      response: { title: 'Here' },
    });

    const few = contentPermissions(server.strapi, [UID.post]).map((permission) => ({
      ...permission,
      properties: { fields: ['title', 'slug', 'website'] },
    }));
    const { panel } = await signInWith(server.strapi, few);
    expect(await view(UID.post, documentId, panel)).toMatchObject({ visibility: 'live', response: null });
  });

  it('is there for posts and pages only', async () => {
    expect((await admin.get(path(UID.website, including.documentId))).status).toBe(404);
    expect((await admin.get(path(UID.post, 'nothing'))).status).toBe(404);
    expect((await admin.get(path('api::nothing.nothing', 'nothing'))).status).toBeGreaterThanOrEqual(400);
  });
});
