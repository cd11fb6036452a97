import request from 'supertest';
import type {
  CampaignPreview,
  PreviewRequest,
} from '../../../../src/plugins/content-delivery/contracts/campaigns';
import { serviceOf } from '../../../support/services';
import { signInWith, LISTED_WEBSITES } from '../../../support/admin-panel';
import { contentPermissions } from '../../../support/admin-users';
import { withServer } from '../../../support/with-server';

const PATH = '/content-delivery/campaigns/preview';
const WEBSITE = 'api::website.website';
const CAMPAIGN = 'api::pseo-campaign.pseo-campaign';
const PAGE = 'api::pseo-page.pseo-page';

const NOTHING: PreviewRequest = { campaign: null, templates: null, page: null, variables: null, texts: null };

describe('the preview of a campaign', () => {
  const { server, content, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();
  let website: { documentId: string };
  let campaign: { documentId: string };
  let page: { documentId: string };

  beforeAll(async () => {
    website = await content.website({ name: 'Coffee', url: 'https://example.com' });
    campaign = await content.campaign(website.documentId, {
      slugTemplate: 'coffee/{{ city | downcase }}',
      htmlTemplate: '<h1>Saved: {{ city }}</h1>',
    });
    page = await server.strapi.documents(PAGE).create({
      data: { campaign: campaign.documentId, variables: { city: 'Berlin' } } as never,
    });
  });

  const ask = (request: Partial<PreviewRequest>, by = panel) => by.post(PATH, { ...NOTHING, ...request });
  const preview = async (request: Partial<PreviewRequest>): Promise<CampaignPreview> => {
    const { status, body } = await ask(request);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data as CampaignPreview;
  };

  it('lists variables and renders a page with templates that are not saved', async () => {
    const templates = { slug: 'new/{{ city }}', html: '<p>{{ city }} & {{ text | default: "none" }}</p>' };
    expect(await preview({ campaign: campaign.documentId, templates, page: page.documentId })).toEqual({
      variables: [
        { name: 'city', usedIn: ['slug', 'html'] },
        { name: 'text', usedIn: ['html'] },
      ],
      isNewestEscaping: true,
      faults: [],
      rendered: {
        variables: { city: 'Berlin' },
        // The page's own slug was stored when it was saved, and templates do not change it.
        texts: {
          slug: 'coffee/berlin',
          targetSlug: null,
          html: '<p>Berlin & none</p>',
          metaTitle: null,
          metaDescription: null,
        },
      },
      website: { name: 'Coffee', url: 'https://example.com' },
    });
    const saved: { htmlTemplate?: string } | null = await server.strapi.db
      .query(CAMPAIGN)
      .findOne({ where: { documentId: campaign.documentId } });
    expect(saved?.htmlTemplate).toBe('<h1>Saved: {{ city }}</h1>');
  });

  it('renders with the saved templates, and variables and texts that are not', async () => {
    const { rendered } = await preview({
      campaign: campaign.documentId,
      page: page.documentId,
      variables: { city: '<b>Köln</b>' },
      texts: { metaTitle: 'Own' },
    });
    expect(rendered?.texts).toMatchObject({
      // As saving would make it of `coffee/<b>köln</b>`.
      slug: 'coffee/b-köln/b',
      html: '<h1>Saved: &lt;b&gt;Köln&lt;/b&gt;</h1>',
      metaTitle: 'Own',
    });
  });

  it('says where a mistake is, and renders the rest', async () => {
    const { faults, rendered } = await preview({
      templates: { html: '<p>\n  {% foo %}', metaTitle: '{{ city }}' },
      variables: { city: 'Berlin' },
    });
    expect(faults).toEqual([
      { field: 'html', message: expect.stringContaining('foo') as string, line: 2, column: 3 },
    ]);
    expect(rendered?.texts.metaTitle).toBe('Berlin');
  });

  it('names variables that the page lacks', async () => {
    const { faults } = await preview({ templates: { html: '{{ city }} {{ river }}' }, variables: {} });
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toMatch(/"city".*"river"/);
  });

  it('stops a template that would take long, and says so in plain words', async () => {
    const endless = '{% for a in (1..100000000) %}{% for b in (1..100000000) %}x{% endfor %}{% endfor %}';
    // Left alone it would go on for years.
    const { faults, rendered } = await preview({
      templates: { html: endless, metaTitle: 'after' },
      variables: {},
    });
    expect(faults).toMatchObject([{ field: 'html', message: expect.stringMatching(/stopped/) as string }]);
    expect(rendered?.texts.html).toBeNull();
  });

  it('leaves the server free for others while a template takes long, and while it is saved', async () => {
    // As long as a template may be, and as much as one may take: each of them would keep all others waiting.
    const templates = {
      html: '{{ (1..2000000) | sort_natural | first }}',
      metaTitle: `{% if city${' and city'.repeat(10_500)} %}x{% endif %}`,
    };
    const own = await content.campaign(website.documentId, { slugTemplate: 'long' });
    await server.strapi.documents(PAGE).create({
      data: { campaign: own.documentId, variables: { city: 'Berlin' } } as never,
      status: 'published',
    });
    const { taskWorker } = serviceOf(server.strapi, 'delivery');
    const run = taskWorker.run.bind(taskWorker);
    const inThread = jest.spyOn(taskWorker, 'run').mockImplementation(async (...task) => {
      const running = Promise.resolve(Reflect.apply(run, null, task));
      // What the thread has found is not taken before others were answered.
      await request(server.strapi.server.httpServer).get('/_health').expect(204);
      return running;
    });
    const doneInThread = () => {
      const tasks = inThread.mock.calls.map(([name, kind]) => `${name} ${String(kind)}`);
      inThread.mockClear();
      return [...new Set(tasks)].sort();
    };
    try {
      await server.strapi.documents(CAMPAIGN).update({
        documentId: own.documentId,
        data: { htmlTemplate: templates.html, metaTitleTemplate: templates.metaTitle } as never,
      });
      expect(doneInThread()).toEqual(['readTemplate text', 'renderTemplate html', 'renderTemplate text']);
      const { rendered } = await preview({ templates, variables: { city: 'Bonn' } });
      expect(rendered?.texts).toMatchObject({ html: '1', metaTitle: 'x' });
      expect(doneInThread()).toEqual(['renderTemplate html', 'renderTemplate text']);
    } finally {
      inThread.mockRestore();
    }
  });

  it.each([
    ['no object', []],
    ['templates that are no texts', { templates: { html: 1 } }],
    ['variables that are a list', { variables: ['a'] }],
    ['an empty id', { campaign: '' }],
  ])('refuses %s', async (_case, request) => {
    const { status } = await panel.post(PATH, request as never);
    expect(status).toBe(400);
  });

  it('knows no page of another campaign', async () => {
    const other = await content.campaign(website.documentId, { slugTemplate: 'x' });
    expect(await ask({ campaign: other.documentId, page: page.documentId })).toMatchObject({ status: 404 });
  });

  it('is for those only who may change the campaign', async () => {
    const { strapi } = server;
    const stranger = await signInWith(strapi, contentPermissions(strapi, [WEBSITE]));
    expect((await ask({ templates: { html: 'a' } }, stranger.panel)).status).toBe(403);

    const reading = contentPermissions(strapi, [CAMPAIGN, PAGE]).filter(({ action }) =>
      action.endsWith('.read'),
    );
    const reader = await signInWith(strapi, reading);
    const asked = { campaign: campaign.documentId, page: page.documentId };
    expect((await ask(asked, reader.panel)).status).toBe(200);
    expect((await ask({ ...asked, templates: { html: 'a' } }, reader.panel)).status).toBe(403);
    expect((await ask({ templates: { html: 'a' } }, reader.panel)).status).toBe(403);

    const listed = await signInWith(strapi, contentPermissions(strapi, [CAMPAIGN, PAGE], [LISTED_WEBSITES]));
    expect((await ask(asked, listed.panel)).status).toBe(404);
    await strapi.documents(WEBSITE).update({
      documentId: website.documentId,
      data: { editors: [listed.id] } as never,
    });
    expect((await ask({ ...asked, templates: { html: 'a' } }, listed.panel)).status).toBe(200);
  });
});
