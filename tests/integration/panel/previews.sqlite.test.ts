import request from 'supertest';
import type {
  LatestPreviewLink,
  PreviewLink,
  PreviewState,
} from '../../../src/plugins/content-delivery/contracts/previews';
import { UID, type TestWebsite } from '../../fixtures/content';
import { contentPermissions, signInWith, type AdminPanel, LISTED_WEBSITES } from '../../support/admin-panel';
import { withServer } from '../../support/with-server';

const ADDRESS = 'https://www.example.com/api/preview?type={type}&slug={slug}&token={token}';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('preview links in the admin panel', () => {
  const { server, content, api, asSuperAdmin } = withServer();
  const admin = asSuperAdmin();
  let website: TestWebsite;
  let plain: TestWebsite;

  beforeAll(async () => {
    website = await content.website({ previewUrl: ADDRESS });
    plain = await content.website();
  });

  const path = (uid: string, id: string) => `/content-delivery/entries/${uid}/${id}/preview-links`;
  const latestPath = (id: string) => `/content-delivery/websites/${id}/preview-links`;
  const strapisPath = (uid: string, id: string) =>
    `/content-manager/preview/url/${uid}?documentId=${id}&status=draft`;
  const stateOf = async (id: string): Promise<PreviewState> =>
    (await admin.get(path(UID.post, id))).body.data as PreviewState;
  const make = async (
    id: string,
    body: Record<string, unknown> = {},
    panel = admin,
  ): Promise<PreviewLink> => {
    const answer = await panel.post(path(UID.post, id), body);
    expect(answer.status).toBe(200);
    return answer.body.data as PreviewLink;
  };
  const opens = async (slug: string, preview: string): Promise<boolean> =>
    (await api.blog(website.key, { slug, preview })).status === 200;

  it('lead to the website with everything it needs, encoded, and open the draft', async () => {
    const campaign = await content.campaign(website.documentId, { htmlTemplate: 'x' });
    const page = await content.pageDraft(campaign.documentId, { slug: 'coffee/berlin' });
    const answer = await admin.post(path(UID.page, page.documentId), {});
    // However a role is given the fields of a component.
    const { panel } = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.page]));
    expect((await panel.post(path(UID.page, page.documentId), {})).status).toBe(200);
    const { url, token, slug, type } = answer.body.data as PreviewLink;
    expect(url).toContain('slug=coffee%2Fberlin');
    const { searchParams } = new URL(url ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({ type: 'pseo-page', slug: 'coffee/berlin', token });
    expect([type, slug]).toEqual(['pseo-page', 'coffee/berlin']);
    expect((await api.pseoPages(website.key, { slug, preview: token })).status).toBe(200);
  });

  it.each([
    [undefined, HOUR],
    ['hour', HOUR],
    ['day', DAY],
    ['week', 7 * DAY],
    ['month', 30 * DAY],
  ])('work for as long as was asked: %s', async (worksFor, period) => {
    const { documentId } = await content.draft(website.documentId);
    const before = Date.now();
    const { validUntil } = await make(documentId, worksFor ? { worksFor } : {});
    const end = Date.parse(validUntil);
    expect(end).toBeGreaterThanOrEqual(before + period);
    expect(end).toBeLessThanOrEqual(Date.now() + period);
  });

  it('work for no other time', async () => {
    const { documentId } = await content.draft(website.documentId);
    for (const worksFor of ['year', '', 5, null, ['hour']]) {
      const { status } = await admin.post(path(UID.post, documentId), { worksFor });
      expect({ worksFor, status }).toEqual({ worksFor, status: worksFor === '' ? 200 : 400 });
    }
  });

  it('are there where the website has a preview address, and end all at once', async () => {
    const elsewhere = await content.draft(plain.documentId);
    expect(await stateOf(elsewhere.documentId)).toEqual({ isSetUp: false, linksWorkUntil: null });
    expect((await make(elsewhere.documentId)).url).toBeNull();

    const { documentId } = await content.draft(website.documentId, { slug: 'state' });
    expect(await stateOf(documentId)).toEqual({ isSetUp: true, linksWorkUntil: null });
    const longer = await make(documentId, { worksFor: 'day' });
    const shorter = await make(documentId);
    expect(await stateOf(documentId)).toEqual({ isSetUp: true, linksWorkUntil: longer.validUntil });
    expect([await opens('state', longer.token), await opens('state', shorter.token)]).toEqual([true, true]);
    const ended = await admin.delete(path(UID.post, documentId));
    expect(ended.body.data).toEqual({ isSetUp: true, linksWorkUntil: null });
    expect([await opens('state', longer.token), await opens('state', shorter.token)]).toEqual([false, false]);
  });

  it('are for those who may read the draft, all of it, and for nobody else', async () => {
    const { documentId } = await content.draft(website.documentId, { slug: 'restricted' });
    const link = await make(documentId);
    const permissions = contentPermissions(server.strapi, [UID.post], [LISTED_WEBSITES]);
    const editor = await signInWith(server.strapi, permissions);
    const calls = (panel: AdminPanel) => [
      panel.get(path(UID.post, documentId)),
      panel.post(path(UID.post, documentId), {}),
      panel.delete(path(UID.post, documentId)),
      panel.get(strapisPath(UID.post, documentId)),
    ];
    const statuses = async (panel: AdminPanel): Promise<number[]> =>
      (await Promise.all(calls(panel))).map(({ status }) => status);
    expect(await statuses(editor.panel)).toEqual([404, 404, 404, 204]);

    const { panel: ofTags } = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.tag]));
    expect(await statuses(ofTags)).toEqual([403, 403, 403, 204]);

    // A role that hides a field gets no way around that.
    const [read] = contentPermissions(server.strapi, [UID.post]).filter(({ action }) => /read$/.test(action));
    const fields = read?.properties?.fields.filter((field) => field !== 'content') ?? [];
    const hidden = { action: read?.action ?? '', subject: UID.post, properties: { fields } };
    const { panel: halfBlind } = await signInWith(server.strapi, [hidden]);
    expect(await statuses(halfBlind)).toEqual([403, 403, 403, 204]);

    const anonymous = request(server.strapi.server.httpServer);
    expect((await anonymous.post(path(UID.post, documentId)).send({})).status).toBe(401);
    expect((await anonymous.get(strapisPath(UID.post, documentId))).status).toBe(401);
    const withKey = await anonymous.post(`${path(UID.post, documentId)}?apiKey=${website.key}`).send({});
    expect(withKey.status).toBe(401);
    expect(await opens('restricted', link.token)).toBe(true);

    await content.update(UID.website, website.documentId, { editors: [editor.id] });
    expect(await opens('restricted', (await make(documentId, {}, editor.panel)).token)).toBe(true);
    await content.update(UID.website, website.documentId, { editors: [] });
  });

  it('are there for posts and pages that exist', async () => {
    const { documentId } = await content.category(website.documentId);
    expect((await admin.post(path(UID.category, documentId), {})).status).toBe(404);
    expect((await admin.post(path(UID.website, website.documentId), {})).status).toBe(404);
    expect((await admin.post(path(UID.post, 'nothing'), {})).status).toBe(404);
    expect((await admin.post(path(UID.post, encodeURIComponent("'\0")), {})).status).toBe(404);
  });

  it('come from Strapi’s own route too, where the website has a preview address', async () => {
    const { documentId } = await content.draft(website.documentId, { slug: 'core' });
    const answer = await admin.get(strapisPath(UID.post, documentId));
    const { url } = answer.body.data as { url: string };
    expect(await opens('core', new URL(url).searchParams.get('token') ?? '')).toBe(true);
    const elsewhere = await content.draft(plain.documentId);
    expect((await admin.get(strapisPath(UID.post, elsewhere.documentId))).status).toBe(204);
    expect((await admin.get(strapisPath(UID.website, website.documentId))).status).toBe(204);
  });

  it('lead to the latest draft of a website that the user may read', async () => {
    const own = await content.website({ previewUrl: ADDRESS });
    const latest = async (panel: AdminPanel) => panel.post(latestPath(own.documentId), {});
    expect((await latest(admin)).status).toBe(404);
    const campaign = await content.campaign(own.documentId, { htmlTemplate: 'x' });
    await content.pageDraft(campaign.documentId, { slug: 'a-page' });
    expect((await latest(admin)).body.data).toMatchObject({
      type: 'pseo-page',
      slug: 'a-page',
      name: 'a-page',
    });
    await content.draft(own.documentId, { title: 'Old', slug: 'old' });
    await content.post(own.documentId, { title: 'New', slug: 'new' });
    await content.draft(website.documentId, { title: 'Elsewhere' });
    const link = (await latest(admin)).body.data as LatestPreviewLink;
    expect(link).toMatchObject({ type: 'post', slug: 'new', name: 'New' });
    expect((await api.blog(own.key, { slug: 'new', preview: link.token })).status).toBe(200);

    const seesWebsites = contentPermissions(server.strapi, [UID.website]);
    const seesListed = contentPermissions(server.strapi, [UID.post], [LISTED_WEBSITES]);
    const { panel } = await signInWith(server.strapi, [...seesWebsites, ...seesListed]);
    expect((await latest(panel)).status).toBe(404);
    const { panel: ofPosts } = await signInWith(server.strapi, seesListed);
    expect((await latest(ofPosts)).status).toBe(403);
  });

  it('leave no token in the log', async () => {
    const written: string[] = [];
    const info = jest.spyOn(server.strapi.log, 'info').mockImplementation((line: unknown) => {
      written.push(JSON.stringify(line));
      return server.strapi.log;
    });
    const { documentId } = await content.draft(website.documentId);
    const { token } = await make(documentId);
    await admin.delete(path(UID.post, documentId));
    info.mockRestore();
    const log = written.join('\n');
    expect(log).toContain(`A preview link of post ${documentId}`);
    expect(log).toContain(`All preview links of ${documentId} were ended`);
    for (const part of token.split('.')) expect(log).not.toContain(part);
  });

  describe('the preview address of a website', () => {
    const save = (previewUrl: unknown) =>
      admin.put(`/content-manager/collection-types/${UID.website}/${plain.documentId}`, { previewUrl });

    it('is stored as it is entered, and shown where websites are listed', async () => {
      const long = `${ADDRESS}&x=${'x'.repeat(300)}`;
      expect((await save(long)).status).toBe(200);
      const { data } = (await admin.get('/content-delivery/websites')).body as unknown as {
        data: { documentId: string; previewUrl: string | null }[];
      };
      expect(data.find(({ documentId }) => documentId === plain.documentId)?.previewUrl).toBe(long);
      expect((await save('')).status).toBe(200);
      expect((await save(null)).status).toBe(200);
    });

    it.each([
      ['/api/preview?token={token}', /http/],
      ['https://www.example.com/api/preview', /\{token\}/],
      ['https://www.example.com/?token={token}&id={id}', /\{id\} is not known/],
    ])('is refused at its field: %s', async (previewUrl, words) => {
      const { status, body } = await save(previewUrl);
      expect(status).toBe(400);
      expect(body.error?.details.errors).toEqual([
        expect.objectContaining({ path: ['previewUrl'], message: expect.stringMatching(words) as string }),
      ]);
    });
  });
});
