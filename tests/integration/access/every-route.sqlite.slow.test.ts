import request from 'supertest';
import { DELIVERY_PATHS } from '../../../src/plugins/content-delivery/contracts/delivery';
import { OPENAPI_PATH } from '../../../src/plugins/content-delivery/contracts/openapi';
import { signInAsSuperAdmin, signInWith, type AdminPanel } from '../../support/admin-panel';
import { withServer } from '../../support/with-server';

interface Route {
  methods: string[];
  path: string;
}

/** One route with one method: `GET /admin/init`. */
type Call = string;

/** What answers to whoever asks, and why it may. */
const FOR_EVERYBODY: Record<Call, string> = {
  'GET /': 'leads to the admin panel',
  'GET /_health': 'says that the process is there',
  [`GET ${OPENAPI_PATH}`]: 'describes the API; tells nothing of any website',
  'GET /admin/init': 'says whether there is a first administrator yet, and the logo',
  'GET /admin/project-type': 'says which features the sign-in page has',
  'GET /content-manager/preview/script': 'a script of Strapi, the same everywhere',
  'POST /admin/login': 'signing in',
  'POST /admin/register-admin': 'the first administrator, once',
  'POST /admin/register': 'taking up an invitation; needs its token',
  'GET /admin/registration-info': 'the same',
  'POST /admin/forgot-password': 'asking for a link by e-mail',
  'POST /admin/reset-password': 'using it; needs its code',
  'POST /api/auth/local': 'the same for end users, of whom there are none: signing in',
  'POST /api/auth/local/register': 'signing up; turned off',
  'GET /api/auth/:provider/callback': 'signing in at another service; none is turned on',
  'POST /api/auth/forgot-password': 'asking for a link by e-mail',
  'POST /api/auth/reset-password': 'using it; needs its code',
  'GET /api/auth/email-confirmation': 'the same',
  'POST /api/auth/send-email-confirmation': 'asking for that link by e-mail',
  'POST /api/auth/refresh': 'not there unless sessions of end users are refreshed',
};

/** What answers to every user who is signed in, whatever their role may do, and why it may. */
const FOR_EVERYBODY_SIGNED_IN: Record<Call, string> = {
  'POST /admin/logout': "the user's own",
  'GET /admin/users/me': "the user's own",
  'PUT /admin/users/me': "the user's own",
  'GET /admin/users/me/permissions': "the user's own",
  'GET /admin/users/me/sessions': "the user's own",
  'DELETE /admin/users/me/sessions': "the user's own",
  'DELETE /admin/users/me/sessions/:sessionId': "the user's own",
  'GET /admin/homepage/layout': "the user's own",
  'PUT /admin/homepage/layout': "the user's own",
  'POST /admin/permissions/check': "asks about the user's own",
  'GET /content-manager/homepage/recent-documents': 'lists what the user may read',
  'GET /content-manager/homepage/count-documents': 'counts all entries; refused to restricted editors',
  'GET /admin/homepage/key-statistics': 'numbers of files, types and users; no names',
  'GET /admin/information': 'versions, for the panel',
  'GET /admin/telemetry-properties': 'versions, for the panel',
  'GET /admin/guided-tour-meta': 'versions, for the panel',
  'GET /admin/license-trial-time-left': 'no licence here',
  'GET /admin/ai-feature-config': 'not there',
  'GET /admin/ai-token': 'not there',
  'GET /admin/ai-usage': 'not there',
  'GET /upload/ai-metadata-jobs/latest': 'not there',
  'GET /content-manager/preview/url/:contentType':
    'says that there is none, but for drafts that the user may read',
  'GET /i18n/ai-localization-jobs/collection-types/:contentType/:documentId': 'not there',
  'GET /i18n/ai-localization-jobs/single-types/:contentType': 'not there',
  'GET /admin/permissions': 'which permissions there are',
  'GET /admin/content-api/permissions': 'which permissions there are',
  'GET /admin/content-api/routes': 'which routes there are',
  'GET /content-manager/init': 'the content types and their forms',
  'GET /content-manager/content-types': 'the content types and their forms',
  'GET /content-manager/content-types-settings': 'the content types and their forms',
  'GET /content-manager/content-types/:uid/configuration': 'the content types and their forms',
  'GET /content-manager/components': 'the content types and their forms',
  'GET /content-manager/components/:uid/configuration': 'the content types and their forms',
  'POST /i18n/content-manager/actions/get-non-localized-fields': 'the content types and their forms',
  'GET /i18n/locales': 'the languages, of which there is one',
  'GET /i18n/settings': 'settings of languages',
  'GET /upload/configuration': 'how the media library is sorted',
  'POST /content-manager/uid/generate': 'of attributes of the type uid, of which there are none',
  'POST /content-manager/uid/check-availability': 'of attributes of the type uid, of which there are none',
};

/** Refused for want of rights. A fault or a complaint about the input would prove nothing. */
const REFUSALS = [401, 403];

describe('every route that is registered', () => {
  const { server, withWebsite } = withServer();
  const website = withWebsite();
  let nobody: AdminPanel;
  let fileId: number;

  beforeAll(async () => {
    ({ panel: nobody } = await signInWith(server.strapi, []));
    const file: { id: number } = await server.strapi.db.query('plugin::upload.file').create({
      data: {
        name: 'a.png',
        hash: 'a',
        ext: '.png',
        mime: 'image/png',
        size: 1,
        url: '/uploads/a.png',
        provider: 'local',
      },
    });
    fileId = file.id;
  });

  /** Each route with each of its methods; layers of middlewares and files are patterns and no routes. */
  const calls = (): { call: Call; method: string; path: string }[] =>
    (server.strapi.server.listRoutes() as Route[])
      .filter(({ path }) => !path.includes('('))
      .flatMap(({ methods, path }) =>
        // The probe takes any method; HEAD goes with GET.
        (path === '/_health' ? ['GET'] : methods.filter((method) => method !== 'HEAD')).map((method) => ({
          call: `${method} ${path}`,
          method,
          path,
        })),
      );

  /** An address of something that exists, where the route is about something. */
  const addressOf = (path: string): string => {
    const values: Record<string, string> = {
      ':model': 'api::website.website',
      ':uid': path.includes('/components/') ? 'pseo.internal-link' : 'api::website.website',
      ':contentType': 'api::website.website',
      ':targetField': 'account',
      ':documentId': website.documentId,
      ':id': path.startsWith('/content-manager/') ? website.documentId : String(fileId),
    };
    return path.replace(/:\w+/g, (name) => values[name] ?? '1');
  };

  const send = async (
    { call, method, path }: { call: Call; method: string; path: string },
    headers: Record<string, string>,
    query: Record<string, string> = {},
  ): Promise<request.Response> => {
    const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const sent = request(server.strapi.server.httpServer)[name](addressOf(path)).query(query).set(headers);
    // Some look at what comes before they look at who sends it.
    if (call.startsWith('GET /content-manager/preview/url'))
      void sent.query({ documentId: website.documentId });
    if (call === 'POST /upload') void sent.attach('files', Buffer.from('text'), 'notes.txt');
    return sent;
  };

  const opened = async (
    headers: Record<string, string>,
    query: Record<string, string> = {},
    but: Record<Call, string> = {},
  ): Promise<string[]> => {
    const open: string[] = [];
    for (const one of calls()) {
      if (one.call in FOR_EVERYBODY || one.call in but) continue;
      const { status } = await send(one, headers, query);
      if (!REFUSALS.includes(status)) open.push(`${one.call}: ${status}`);
    }
    return open;
  };

  it('is known by its name where it is meant to be open', () => {
    const all = new Set(calls().map(({ call }) => call));
    const unknown = [...Object.keys(FOR_EVERYBODY), ...Object.keys(FOR_EVERYBODY_SIGNED_IN)].filter(
      (call) => !all.has(call),
    );
    expect(unknown).toEqual([]);
    // The plugin's own are among those that are walked.
    expect([...all].filter((call) => call.includes(' /content-delivery/')).length).toBeGreaterThan(30);
  });

  it('refuses whoever is nobody, but for those that are meant for everybody', async () => {
    expect(await opened({})).toEqual([]);
  });

  it('refuses the API key of a website, but for the four routes', async () => {
    const four = Object.fromEntries(Object.values(DELIVERY_PATHS).map((path) => [`GET ${path}`, 'the API']));
    expect(await opened({}, { apiKey: website.key }, four)).toEqual([]);
    expect(await opened({ Authorization: `Bearer ${website.key}` }, {}, four)).toEqual([]);
    expect(await opened({ 'X-API-Key': website.key }, {}, four)).toEqual([]);
  });

  it('refuses a signed-in user whose role may do nothing, but for those that are meant for all users', async () => {
    expect(await opened({ Authorization: `Bearer ${nobody.token}` }, {}, FOR_EVERYBODY_SIGNED_IN)).toEqual(
      [],
    );
  });

  it('has what it answers to the panel stored nowhere, refusals and faults too', async () => {
    const { token } = await signInAsSuperAdmin(server.strapi);
    const stored: string[] = [];
    for (const one of calls().filter(({ path }) => path.startsWith('/content-delivery/'))) {
      for (const bearer of ['nonsense', nobody.token, token]) {
        const { status, headers } = await send(one, { Authorization: `Bearer ${bearer}` });
        if (headers['cache-control'] !== 'no-store') stored.push(`${one.call}: ${status}`);
      }
    }
    expect(stored).toEqual([]);
  });
});
