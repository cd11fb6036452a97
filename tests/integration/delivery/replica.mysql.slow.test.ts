import { UID } from '../../fixtures/content';
import { databaseKind } from '../../support/databases';
import { generatedRuns } from '../../support/generated-runs';
import { followWrites } from '../../support/replica';
import { createFollower } from '../../support/replica/follower';
import { rawRequestsTo } from '../../support/requests';
import { withServer } from '../../support/with-server';

/** The same at every run; another one may find what it misses. */
const SEED = Number(process.env['FAST_CHECK_SEED'] ?? 18);

describe('a copy that is kept by the changes', () => {
  const { server, content } = withServer();

  it('has the same bytes as one that reads everything, after each of many writes', async () => {
    const writes = databaseKind() === 'sqlite' ? 1_000 : generatedRuns(200);
    const done = await followWrites(server, content, { writes, seed: SEED });
    if (process.env['REPLICA_SHOW']) console.log(Object.fromEntries(done));
    expect(done.size).toBeGreaterThan(databaseKind() === 'sqlite' ? 45 : generatedRuns(30));
  }, 1_200_000);

  it('has them when a name changes between what it is told and what it reads', async () => {
    const http = await rawRequestsTo(server);
    const { documentId: website, key: apiKey } = await content.website({
      account: (await content.account()).documentId,
    });
    const category = (await content.category(website)).documentId;
    const post = await content.post(website, { category });
    await content.post(website, { category });
    let beforeList = async (): Promise<unknown> => undefined;
    const follower = createFollower(async (path, parameters) => {
      if (path === '/api/blog' && !('slug' in parameters)) await beforeList();
      return http.send('GET', `${path}?${new URLSearchParams({ apiKey, ...parameters }).toString()}`);
    });
    await follower.begin();

    await content.update(UID.post, post.documentId, { title: 'Another title' }, 'published');
    beforeList = async () => {
      beforeList = async () => undefined;
      await content.update(UID.category, category, { name: 'Renamed' });
    };
    await follower.catchUp();
    await follower.catchUp();
    expect(Object.fromEntries(follower.copy())).toEqual(Object.fromEntries(await follower.readEverything()));
    http.close();
  });

  it('has them too when it read on while others wrote', async () => {
    const done = await followWrites(server, content, {
      writes: generatedRuns(150),
      seed: SEED + 1,
      writesAtOnce: 15,
    });
    expect(done.size).toBeGreaterThan(generatedRuns(25));
  }, 180_000);
});
