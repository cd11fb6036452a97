import { contentOf, type TestWebsite } from '../fixtures/content';
import { signInAsSuperAdmin, type AdminPanel } from './admin-panel';
import { documentsOf, rowsOf } from './documents';
import { requestsTo } from './requests';
import { startServer, type TestServer } from './strapi';

/** A proxy for an object that is made in a hook, so that it can be named before. */
export const madeLater = <Made extends object>(made: () => Made): Made =>
  new Proxy({} as Made, { get: (_, name) => Reflect.get(made(), name) });

/**
 * One server for all tests of a file or of a `describe`: started before the first, stopped after the last. What it
 * returns can be used in hooks and tests.
 * @param environment variables that differ from the usual; undefined takes one away
 */
export const withServer = (environment: Record<string, string | undefined> = {}) => {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer(environment);
  });
  afterAll(() => server?.stop());

  const running = (): TestServer => {
    if (!server) throw new Error('The server is started before the tests: use it in tests and hooks only.');
    return server;
  };
  return {
    server: madeLater(running),
    /** The panel's API, for a user with every right who is signed in before the tests. */
    asSuperAdmin(): AdminPanel {
      let panel: AdminPanel | undefined;
      beforeAll(async () => {
        panel = await signInAsSuperAdmin(running().strapi);
      });
      return madeLater(() => panel as AdminPanel);
    },
    /** A website that is made before the tests. */
    withWebsite(data: Record<string, unknown> = {}): TestWebsite {
      let website: TestWebsite | undefined;
      beforeAll(async () => {
        website = await contentOf(running().strapi).website(data);
      });
      return madeLater(() => website as TestWebsite);
    },
    /** Content, with what is required filled in. */
    content: madeLater(() => contentOf(running().strapi)),
    /** Requests to the four routes. */
    api: madeLater(() => requestsTo(running())),
    /** The document service of a type. */
    documentsOf: (uid: string) => madeLater(() => documentsOf(running().strapi, uid)),
    /** The database layer below it. */
    rowsOf: (uid: string) => madeLater(() => rowsOf(running().strapi, uid)),
  };
};
