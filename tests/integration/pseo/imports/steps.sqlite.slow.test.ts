import { serviceOf } from '../../../support/services';
import { signInAsSuperAdmin } from '../../../support/admin-panel';
import { importsBy, TEMPLATES, toCsv, type ImportsBy } from '../../../support/page-imports';
import { standStill } from '../../../support/standing-still';
import { withServer } from '../../../support/with-server';

/** As many as make an average. */
const ROWS = 50;
const FILE = toCsv([['city', 'text'], ...Array.from({ length: ROWS }, (_, n) => [`c${n}`, `t${n}`])]);

describe('an import', () => {
  const { server, content } = withServer();
  let imports: ImportsBy;
  let website: string;

  beforeAll(async () => {
    imports = importsBy(server.strapi, await signInAsSuperAdmin(server.strapi));
    // Requests have begun, and with them the work on jobs; here it is done when a test says so.
    await serviceOf(server.strapi, 'jobs').runner.stop();
    website = (await content.website()).documentId;
  });
  afterEach(() => jest.restoreAllMocks());

  const checkedWith = async (templates: Partial<typeof TEMPLATES>) => {
    const campaign = await content.campaign(website, { ...TEMPLATES, ...templates });
    return (await imports.checked(campaign.documentId, FILE)).check;
  };

  it('is not refused by a server that is too busy for its pages', async () => {
    const { templates } = serviceOf(server.strapi, 'delivery');
    const render = templates.render.bind(templates);
    jest.spyOn(templates, 'render').mockImplementation((...asked) => {
      standStill(40);
      return render(...asked);
    });
    expect(await checkedWith({})).toMatchObject({ state: 'done', result: { create: ROWS } });
  });

  it.each([
    [
      'its templates take too many steps',
      '{% assign list = (1..10000) %}{% for i in (1..500) %}{{ list | sum | times: 0 }}{% endfor %}{{ city }}',
    ],
    ['its pages are too long', `${'<p>text</p>'.repeat(60_000)}{{ city }}`],
  ])('is refused where %s on average', async (_why, htmlTemplate) => {
    expect(await checkedWith({ htmlTemplate })).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(
        /^Stopped at line \d+: making a page takes more than 600,000 steps on average/,
      ) as string,
    });
  });
});
