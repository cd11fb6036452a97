import { contentOf, unique, UID, type Content } from '../../../fixtures/content';
import { again } from '../../../support/again';
import { rowsOf, type Row } from '../../../support/documents';
import { remoteStrapi } from '../../../support/remote-strapi';
import { startServerProcess, type ServerProcess } from '../../../support/server-process';
import { startServer, type TestServer } from '../../../support/strapi';
import { race, times } from '../../../support/violations';

/** Writers of each process. */
const WRITERS = 6;

describe('when writers of two processes race', () => {
  let server: TestServer;
  let other: ServerProcess;
  let content: Content;
  let everywhere: Content[];
  let website: string;

  beforeAll(async () => {
    server = await startServer();
    other = await startServerProcess();
    content = contentOf(server.strapi);
    everywhere = [content, contentOf(remoteStrapi(other))];
  });
  // First the process that uses the database that the server drops.
  afterAll(async () => {
    await other.stop();
    await server.stop();
  });
  beforeEach(async () => {
    website = (await content.website()).documentId;
  });

  /** Writes from both processes at once, several from each. */
  const raceOf = <Made>(write: (from: Content, n: number) => Promise<Made>) =>
    race(
      times(2 * WRITERS, (n) => () => again(() => write(everywhere[n % everywhere.length] ?? content, n))),
    );
  /** Exactly one is there in the end, and the others have been told at the field. */
  const expectOneOf = async (
    path: string,
    write: (from: Content, n: number) => Promise<unknown>,
    left: () => Promise<Row[]>,
  ) => {
    const { done, refused } = await raceOf(write);
    expect(new Set(refused.map((one) => `${one.name} at ${one.path}`))).toEqual(
      new Set([`ValidationError at ${path}`]),
    );
    expect(done).toHaveLength(1);
    expect(new Set((await left()).map(({ documentId }) => documentId)).size).toBe(1);
  };
  const rows = (uid: string, where: Record<string, unknown>) => () =>
    rowsOf(server.strapi, uid).findMany({ where });
  const ofWebsite = () => ({ website: { documentId: website } });

  it('an API key goes to one of them', async () => {
    const apiKey = unique('contested');
    const names = times(2 * WRITERS, () => unique('contested'));
    await expectOneOf(
      'apiKey',
      (from, n) => from.create(UID.website, { name: names[n], apiKey }),
      rows(UID.website, { name: { $in: names } }),
    );
  });

  it('the slug of a post goes to one of them', async () => {
    await expectOneOf(
      'slug',
      (from, n) =>
        n % 3 ? from.draft(website, { slug: 'Contested' }) : from.post(website, { slug: 'Contested' }),
      rows(UID.post, ofWebsite()),
    );
  });

  it('each gets a slug of its own from one title', async () => {
    const { done, refused } = await raceOf((from) => from.draft(website, { title: 'One title' }));
    expect(refused).toEqual([]);
    expect(done.map((post) => post['slug']).sort()).toEqual(
      times(2 * WRITERS, (n) => (n === 0 ? 'one-title' : `one-title-${n + 1}`)).sort(),
    );
  });

  it('the slug of a pSEO page goes to one of them, whatever the campaign', async () => {
    const campaigns = [
      (await content.campaign(website)).documentId,
      (await content.campaign(website, { slugTemplate: '{{ city }}' })).documentId,
    ];
    await expectOneOf(
      'slug',
      (from, n) =>
        n % 4 < 2
          ? from.page(campaigns[0] ?? '', { slug: 'contested' })
          : from.pageDraft(campaigns[1] ?? '', { variables: { city: 'contested' } }),
      rows(UID.page, { campaign: ofWebsite() }),
    );
  });

  it.each(['category', 'tag'] as const)('the address of a %s goes to one of them', async (kind) => {
    const spellings = ['Web Dev', 'web  dev', 'WEB\tDEV'];
    await expectOneOf(
      'name',
      (from, n) => from[kind](website, spellings[n % spellings.length]),
      rows(UID[kind], ofWebsite()),
    );
  });

  it('a keyword goes to one of them, whatever its case', async () => {
    const account = (await content.account()).documentId;
    const spellings = ['Größe', 'GRÖßE', 'größe'];
    await expectOneOf(
      'keyword',
      (from, n) => from.link({ account, keyword: spellings[n % spellings.length] }),
      rows(UID.link, { account: { documentId: account } }),
    );
  });
});
