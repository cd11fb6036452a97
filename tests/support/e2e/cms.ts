import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { createSuperAdmin, createUserWith, type Permission } from '../admin-users';
import { inTime } from '../in-time';
import { startChromium } from './chromium';
import { showPagesOnFailure, watchErrors } from './failures';
import { startCmsServer } from './server';
import { signIn } from './sign-in';

/** How long an action or expectation in the browser may take, in milliseconds; well within Jest's own limit. */
const MAX_WAIT = 20_000;

/**
 * Starts a server and a browser for one test file. Its pages are photographed when a test fails.
 * @param environment variables of the server that differ from the usual
 */
export const startCms = async (environment: Record<string, string> = {}) => {
  const [server, chromium] = await Promise.allSettled([startCmsServer(environment), startChromium()]);
  if (server.status === 'rejected' || chromium.status === 'rejected') {
    if (server.status === 'fulfilled') await server.value.stop();
    if (chromium.status === 'fulfilled') await chromium.value.stop();
    throw server.status === 'rejected' ? server.reason : (chromium as PromiseRejectedResult).reason;
  }
  const { url, strapi, stop } = server.value;
  const { browser, stop: stopChromium } = chromium.value;
  const contexts: BrowserContext[] = [];
  showPagesOnFailure(() => contexts.flatMap((context) => context.pages()));

  /**
   * A page of a visitor whom the server has not seen before; paths are relative to the server.
   * @param options what differs from an English desktop in UTC
   */
  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const made = browser.newContext({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    const context = await inTime('a visitor in Chromium', made);
    context.setDefaultTimeout(MAX_WAIT);
    contexts.push(context);
    const page = await inTime('a page in Chromium', context.newPage());
    watchErrors(page);
    return page;
  };

  return {
    /** The address of the server, without a slash at its end. */
    url,
    /** The server's document service, database layer and services, to prepare content and users with. */
    strapi,
    newPage,
    /** A page that a user with every right is signed in on. */
    async signInAsSuperAdmin(options: BrowserContextOptions = {}): Promise<Page> {
      const page = await newPage(options);
      await signIn(page, await createSuperAdmin(strapi));
      return page;
    },
    /** A page that a new user with these permissions and no others is signed in on. */
    async signInWith(permissions: readonly Permission[]): Promise<{ id: number; page: Page }> {
      const user = await createUserWith(strapi, permissions);
      const page = await newPage();
      await signIn(page, user);
      return { id: user.id, page };
    },
    async stop(): Promise<void> {
      await stopChromium();
      await stop();
    },
  };
};

export type Cms = Awaited<ReturnType<typeof startCms>>;
