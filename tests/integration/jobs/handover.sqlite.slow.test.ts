import type { PageJob } from '../../../src/plugins/content-delivery/contracts/pseo-pages';
import { createSuperAdmin } from '../../support/admin-users';
import { connectTo } from '../../support/connections';
import { insertDrafts } from '../../support/page-rows';
import { panelAt } from '../../support/panel-at';
import { startServerProcess, type ServerProcess } from '../../support/server-process';
import { targets } from '../../support/warmed';
import { withServer } from '../../support/with-server';

const JOBS = '/content-delivery/pseo-page-jobs';
const PAGES = 1_500;

interface JobRow {
  state: string;
  owner: string | null;
  done: number;
}

/** That the test can fail: with `release: async () => undefined` in services/index.ts the job keeps its owner. */
describe('a job whose process is told to end by SIGTERM', () => {
  const { server, content } = withServer();
  const processes: ServerProcess[] = [];
  afterEach(() => Promise.all(processes.splice(0).map(({ stop }) => stop())));

  const jobRow = (documentId: string): Promise<JobRow> =>
    server.strapi.db
      .connection('content_delivery_jobs')
      .where({ document_id: documentId })
      .first('state', 'owner', 'done') as unknown as Promise<JobRow>;
  const until = async (documentId: string, isSo: (job: JobRow) => boolean): Promise<JobRow> => {
    for (;;) {
      const job = await jobRow(documentId);
      if (isSo(job)) return job;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it('goes on in another process at once, with nothing lost and nothing done twice', async () => {
    const website = await content.website();
    const campaign = await content.campaign(website.documentId, { htmlTemplate: '<h1>{{ place }}</h1>' });
    await insertDrafts(server.strapi, campaign, website, PAGES);
    const user = await createSuperAdmin(server.strapi);

    const [first, second] = await Promise.all([startServerProcess(), startServerProcess()]);
    processes.push(first, second);
    const panel = panelAt(first.port);
    const { token } = await panel.signIn(user);

    // The second one cannot be the first to see the job, nor take it before it is known how it was left.
    second.signal('SIGSTOP');
    const body = { action: 'publish', filter: { website: website.documentId } };
    const { status, data } = await panel.send('POST', JOBS, { token, body });
    expect(status).toBe(202);
    const { documentId } = data as PageJob;
    await until(documentId, ({ done }) => done > 0);
    first.signal('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });
    const left = await jobRow(documentId);
    expect(left.done).toBeLessThan(PAGES);
    // It was given back. A job that is only left behind keeps its owner until the lease is over.
    expect(left).toMatchObject({ state: 'waiting', owner: null });
    second.signal('SIGCONT');

    expect(await until(documentId, ({ state }) => !['waiting', 'running'].includes(state))).toMatchObject({
      state: 'done',
      done: PAGES,
    });
    const { data: ended } = await panelAt(second.port).send('GET', `${JOBS}/${documentId}`, { token });
    expect(ended).toMatchObject({ state: 'done', changed: PAGES, unchanged: 0, refused: 0 });
    const connection = connectTo(second.port);
    const pages = JSON.parse((await connection.send('GET', targets.pages(website))).text) as {
      slug: string;
    }[];
    connection.close();
    expect(pages).toHaveLength(PAGES);
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(PAGES);
  });
});
