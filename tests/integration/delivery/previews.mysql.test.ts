import type { Response } from 'supertest';
import type { PreviewLink } from '../../../src/plugins/content-delivery/contracts/previews';
import type { PreviewedUid } from '../../../src/plugins/content-delivery/server/src/content/previews/links';
import { UID, type TestWebsite } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { rowsOf } from '../../support/documents';
import { expectError } from '../../support/requests';
import { PUBLIC_URL } from '../../support/strapi';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

const HOUR = 3_600_000;

describe('a preview of a draft', () => {
  const { server, content, api, withWebsite } = withServer();
  const website = withWebsite({ url: 'https://example.com' });
  let other: TestWebsite;

  beforeAll(async () => {
    other = await content.website();
  });
  afterEach(resumeClock);

  const links = () => serviceOf(server.strapi, 'previews');
  const linkTo = async (uid: PreviewedUid, documentId: string, period = HOUR): Promise<PreviewLink> => {
    const link = await links().make(uid, documentId, period);
    if (!link) throw new Error('There is no draft.');
    return link;
  };
  const post = (slug: string, preview: string, key = website.key) => api.blog(key, { slug, preview });
  const page = (slug: string, preview: string, key = website.key) => api.pseoPages(key, { slug, preview });

  const expectPreview = (response: Response, body: unknown): void => {
    expect({ status: response.status, body: response.body as unknown }).toEqual({ status: 200, body });
    expect(response.text).toBe(JSON.stringify(body));
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'access-control-allow-origin': '*',
    });
    expect(response.headers).not.toHaveProperty('etag');
    expect(response.headers).not.toHaveProperty('last-modified');
    expect(response.headers).not.toHaveProperty('vary');
  };
  /** What differs from one request to the next in any case. */
  const withoutItsOwn = ({ headers, status, text }: Response) => {
    const { date, 'x-request-id': id, ...others } = headers as Record<string, string>;
    expect([date, id].every(Boolean)).toBe(true);
    return { status, text, headers: others };
  };
  const revisions = () => rowsOf(server.strapi, 'plugin::content-delivery.revision').findMany({});

  it('is the draft in the shape of the live post, while readers get what is published', async () => {
    const category = await content.category(website.documentId, 'Guides');
    const tags = [await content.tag(website.documentId, 'z'), await content.tag(website.documentId, 'a')];
    stopClockAt('2026-03-01T08:00:00.000Z');
    const { documentId } = await content.post(website.documentId, { title: 'Live', slug: 'live' });
    stopClockAt('2026-03-02T08:00:00.000Z');
    await content.update(UID.post, documentId, {
      title: 'Draft <b>"ü"</b>',
      slug: 'renamed',
      category: category.documentId,
      tags: tags.map((tag) => tag.documentId),
      featuredImage: await content.image('/uploads/draft.webp'),
      content: '<p>\u2028 Draft</p>',
      metaDescription: 'About',
    });
    const { token } = await linkTo(UID.post, documentId);
    const draft = {
      title: 'Draft <b>"ü"</b>',
      slug: 'renamed',
      category: 'Guides',
      tags: ['z', 'a'],
      featuredImage: `${PUBLIC_URL}/uploads/draft.webp`,
      content: '<p>\u2028 Draft</p>',
      metaTitle: 'Draft <b>"ü"</b>',
      metaDescription: 'About',
      createdAt: '2026-03-01T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
      scheduleDate: null,
    };
    expectPreview(await post('renamed', token), draft);
    expectPreview(await post('live', token), draft);
    expect((await api.blog(website.key, { slug: 'live' })).body).toMatchObject({ title: 'Live' });
    expectError(await api.blog(website.key, { slug: 'renamed' }), 404, 'NotFoundError');

    // Published at this moment it is what the preview was, byte for byte.
    const shown = (await post('renamed', token)).text;
    await content.publish(UID.post, documentId);
    expect((await api.blog(website.key, { slug: 'renamed' })).text).toBe(shown);
  });

  it('follows each save at once, and stands where nothing was published yet', async () => {
    stopClockAt('2026-03-01T08:00:00.000Z');
    const { documentId } = await content.draft(website.documentId, { title: 'One', slug: 'fresh' });
    const { token } = await linkTo(UID.post, documentId, 12 * HOUR);
    stopClockAt('2026-03-01T10:00:00.000Z');
    expect((await post('fresh', token)).body).toMatchObject({
      title: 'One',
      content: '',
      // As if it were published now.
      createdAt: '2026-03-01T10:00:00.000Z',
      updatedAt: '2026-03-01T10:00:00.000Z',
    });
    await content.update(UID.post, documentId, { title: 'Two' });
    expect((await post('fresh', token)).body).toMatchObject({ title: 'Two' });
    const scheduleDate = '2026-05-01T08:00:00.000Z';
    await content.update(UID.post, documentId, { scheduleDate });
    expect((await post('fresh', token)).body).toMatchObject({ scheduleDate, createdAt: scheduleDate });
  });

  it('shows a post that is withheld from readers', async () => {
    const withholding = await content.website({ scheduledPosts: 'withhold' });
    const scheduleDate = new Date(Date.now() + HOUR).toISOString();
    const { documentId } = await content.post(withholding.documentId, { slug: 'later', scheduleDate });
    const { token } = await linkTo(UID.post, documentId);
    expectError(await post('later', '', withholding.key), 404, 'NotFoundError');
    expect((await post('later', token, withholding.key)).body).toMatchObject({ slug: 'later', scheduleDate });
  });

  it('is a page as its draft and the templates of its campaign make it', async () => {
    const campaign = await content.campaign(website.documentId, {
      slugTemplate: 'coffee/{{ city }}',
      htmlTemplate: '<p>{{ city }}</p>',
      metaTitleTemplate: 'In {{ city }}',
      internalLinks: [
        { keyword: 'itself', url: '/coffee/rome' },
        { keyword: 'shop', url: '/shop' },
      ],
    });
    const { documentId } = await content.page(campaign.documentId, { variables: { city: 'Berlin' } });
    await content.update(UID.page, documentId, { slug: 'coffee/rome', variables: { city: 'Rome' } });
    const { token, slug, type } = await linkTo(UID.page, documentId);
    expect([slug, type]).toEqual(['coffee/rome', 'pseo-page']);
    const response = await page('coffee/rome', token);
    expectPreview(response, response.body);
    expect(response.body).toMatchObject({
      pageId: documentId,
      campaignId: campaign.documentId,
      websiteId: website.documentId,
      slug: 'coffee/rome',
      status: 'live',
      variables: { city: 'Rome' },
      html: '<p>Rome</p>',
      fields: { metaTitle: 'In Rome', metaDescription: '' },
      internalLinks: [{ keyword: 'shop', anchor: 'shop', url: '/shop' }],
    });
    expect((await page('coffee/Berlin', token)).text).toBe(response.text);
    expect((await page('coffee/Berlin', '')).body).toMatchObject({ html: '<p>Berlin</p>' });
    const of = (campaignId: string) =>
      api.pseoPages(website.key, { slug: 'coffee/rome', preview: token, campaignId });
    expect((await of(campaign.documentId)).text).toBe(response.text);
    expectError(await of('another'), 404, 'NotFoundError');
  });

  it('says what a page still lacks, and nothing of how it is made', async () => {
    const campaign = await content.campaign(website.documentId, {
      slugTemplate: '{{ city }}',
      htmlTemplate: '<p>{{ city }}</p>',
    });
    const { documentId } = await content.pageDraft(campaign.documentId);
    const link = await linkTo(UID.page, documentId);
    // It has no slug yet: its id leads to it.
    expect(link.slug).toBe(documentId);
    expectError(
      await page(documentId, link.token),
      422,
      'UnprocessableEntityError',
      'This draft cannot be shown. The template needs the variable "city", which this page does not have.',
    );
    await content.update(UID.page, documentId, { variables: { city: 'Oslo' } });
    expect((await page(documentId, link.token)).body).toMatchObject({ slug: 'Oslo', html: '<p>Oslo</p>' });
  });

  it('is found by the slug of its link also when the draft has got another one since', async () => {
    const { documentId } = await content.draft(website.documentId, { slug: 'first-name' });
    const { token } = await linkTo(UID.post, documentId);
    await content.update(UID.post, documentId, { slug: 'second-name' });
    expect((await post('first-name', token)).body).toMatchObject({ slug: 'second-name' });
    expect((await post('second-name', token)).body).toMatchObject({ slug: 'second-name' });
  });

  describe('that opens nothing', () => {
    it('is the same as an unknown slug, byte for byte and header for header', async () => {
      const { documentId } = await content.post(website.documentId, { slug: 'guarded' });
      const sibling = await content.post(website.documentId, { slug: 'sibling' });
      const foreign = await content.post(other.documentId, { slug: 'guarded' });
      const campaign = await content.campaign(website.documentId, { htmlTemplate: 'x' });
      const onePage = await content.page(campaign.documentId, { slug: 'guarded' });
      const { token } = await linkTo(UID.post, documentId);
      expect((await post('guarded', token)).status).toBe(200);

      const ended = await content.post(website.documentId, { slug: 'ended' });
      const { token: endedToken } = await linkTo(UID.post, ended.documentId);
      await links().endAll(UID.post, ended.documentId);
      const past = (await linkTo(UID.post, documentId, 0)).token;
      const gone = await content.draft(website.documentId, { slug: 'gone' });
      const { token: goneToken } = await linkTo(UID.post, gone.documentId);
      await content.remove(UID.post, gone.documentId);

      const unknown = withoutItsOwn(await api.blog(website.key, { slug: 'nothing-here' }));
      expect(unknown.status).toBe(404);
      const cases: Record<string, Promise<Response>> = {
        'for another entry': post('sibling', token),
        'of another entry': post('guarded', (await linkTo(UID.post, sibling.documentId)).token),
        'of another website': post('guarded', (await linkTo(UID.post, foreign.documentId)).token),
        'of a page': post('guarded', (await linkTo(UID.page, onePage.documentId)).token),
        'with a slug of nothing': post('nothing-here', token),
        'past its end': post('guarded', past),
        'ended by hand': post('ended', endedToken),
        'of an entry that is gone': post('gone', goneToken),
        forged: post('guarded', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
        'cut off': post('guarded', token.slice(0, -1)),
        'in other letters': post('guarded', token.toUpperCase()),
        'with a blank': post('guarded', ` ${token}`),
        garbage: post('guarded', '../../etc/passwd\0'),
        'very long': post('guarded', 'cdp_'.repeat(1000)),
      };
      for (const [name, response] of Object.entries(cases)) {
        expect({ name, ...withoutItsOwn(await response) }).toEqual({ name, ...unknown });
      }
      const noPage = withoutItsOwn(await api.pseoPages(website.key, { slug: 'nothing-here' }));
      expect(withoutItsOwn(await page('guarded', token))).toEqual(noPage);
    });

    it('needs the key of the website, like everything else', async () => {
      const { documentId } = await content.draft(website.documentId, { slug: 'keyed' });
      const { token } = await linkTo(UID.post, documentId);
      expectError(await post('keyed', token, ''), 401, 'UnauthorizedError');
      expectError(await post('keyed', token, token), 401, 'UnauthorizedError');
      expectError(await post('keyed', token, other.key), 404, 'NotFoundError');
    });

    it('has ended at its moment, to the millisecond', async () => {
      stopClockAt('2026-03-01T08:00:00.000Z');
      const { documentId } = await content.draft(website.documentId, { slug: 'short' });
      const { token, validUntil } = await linkTo(UID.post, documentId);
      expect(validUntil).toBe('2026-03-01T09:00:00.000Z');
      stopClockAt('2026-03-01T08:59:59.999Z');
      expect((await post('short', token)).status).toBe(200);
      stopClockAt('2026-03-01T09:00:00.000Z');
      expectError(await post('short', token), 404, 'NotFoundError');
    });

    it('does not come along to another website', async () => {
      const { documentId } = await content.draft(website.documentId, { slug: 'moving' });
      const { token } = await linkTo(UID.post, documentId);
      await content.update(UID.post, documentId, { website: other.documentId });
      expectError(await post('moving', token), 404, 'NotFoundError');
      expectError(await post('moving', token, other.key), 404, 'NotFoundError');
    });

    it('is one of all that were ended; others, and those made later, work', async () => {
      const { documentId } = await content.draft(website.documentId, { slug: 'leaked' });
      const kept = await content.draft(website.documentId, { slug: 'kept' });
      const tokens = [await linkTo(UID.post, documentId), await linkTo(UID.post, documentId, 2 * HOUR)];
      const { token: ofOther } = await linkTo(UID.post, kept.documentId);
      for (const { token } of tokens) expect((await post('leaked', token)).status).toBe(200);
      await links().endAll(UID.post, documentId);
      for (const { token } of tokens) expectError(await post('leaked', token), 404, 'NotFoundError');
      expect((await post('kept', ofOther)).status).toBe(200);
      const { token: later } = await linkTo(UID.post, documentId);
      expect((await post('leaked', later)).status).toBe(200);
      for (const { token } of tokens) expectError(await post('leaked', token), 404, 'NotFoundError');
    });

    it('of many that are made at once, none', async () => {
      const { documentId } = await content.draft(website.documentId, { slug: 'busy' });
      const made = await Promise.all(Array.from({ length: 5 }, () => linkTo(UID.post, documentId)));
      for (const { token } of made) expect((await post('busy', token)).status).toBe(200);
    });
  });

  it('is asked for as declared: an empty one is none, two are refused, one without a slug too', async () => {
    const { documentId } = await content.post(website.documentId, { slug: 'asked', title: 'Asked' });
    const { token } = await linkTo(UID.post, documentId);
    const live = await api.blog(website.key, { slug: 'asked' });
    const empty = await post('asked', '');
    expect([empty.text, empty.headers['etag']]).toEqual([live.text, live.headers['etag']]);
    for (const query of [`preview=${token}&preview=${token}`, `preview[]=${token}`, 'preview=&preview=']) {
      const response = await api.get('/api/blog', `apiKey=${website.key}&slug=asked&${query}`);
      expectError(response, 400, 'ValidationError', /"preview"/);
      expect(response.text).not.toContain(token);
    }
    for (const path of ['/api/blog', '/api/pseo-pages']) {
      const response = await api.get(path, { apiKey: website.key, preview: token });
      expectError(
        response,
        400,
        'ValidationError',
        'The parameter "preview" shows one entry; send its slug with it.',
      );
    }
    const taxonomies = await api.get('/api/taxonomies', { apiKey: website.key, preview: token });
    expect(taxonomies.text).toBe((await api.taxonomies(website.key)).text);
  });

  it('is never kept: not by the server, and by nobody who asks with conditions', async () => {
    const { documentId } = await content.post(website.documentId, { slug: 'unkept', title: 'Live' });
    await content.update(UID.post, documentId, { title: 'Draft' });
    const { token } = await linkTo(UID.post, documentId);
    const { cache } = serviceOf(server.strapi, 'delivery');
    const live = await api.blog(website.key, { slug: 'unkept' });
    const before = await api.blog(website.key, { slug: 'unkept' });
    const kept = JSON.stringify(cache.figures());
    for (const condition of ['*', String(live.headers['etag'])]) {
      const response = await api.get(
        '/api/blog',
        { apiKey: website.key, slug: 'unkept', preview: token },
        { 'If-None-Match': condition },
      );
      expect(response.body).toMatchObject({ title: 'Draft' });
      expectPreview(response, response.body);
    }
    expect(JSON.stringify(cache.figures())).toBe(kept);
    expect((await api.blog(website.key, { slug: 'unkept' })).text).toBe(before.text);
    const head = await api.head('/api/blog', { apiKey: website.key, slug: 'unkept', preview: token });
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(head.headers).not.toHaveProperty('etag');
  });

  it('changes nothing that front ends get: no revision is raised by making, opening and ending links', async () => {
    const { documentId } = await content.post(website.documentId, { slug: 'still' });
    const etag = (await api.blog(website.key)).headers['etag'];
    const before = await revisions();
    const { token } = await linkTo(UID.post, documentId);
    await post('still', token);
    await links().endAll(UID.post, documentId);
    expect(await revisions()).toEqual(before);
    expect((await api.blog(website.key)).headers['etag']).toBe(etag);
  });
});
