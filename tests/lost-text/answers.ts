import type { Page, Request, Route } from 'playwright-core';
import { inTime } from '../support/in-time';
import type { Answer } from './plan';
import { FIELDS } from './typed';

const POSTS = '/content-manager/collection-types/api::post.post';
const AT_ONCE: Answer = { outcome: 'stored', after: 0, readAfter: 0 };

interface Held {
  /** The number of the key that lets it go. */
  until: number;
  letGo(): void;
}

/** What a save sends of the fields that are typed into. */
const inWords = (request: Request): string => {
  const data = request.postDataJSON() as Record<string, unknown> | null;
  return `${new URL(request.url()).pathname.slice(POSTS.length)} ${JSON.stringify(FIELDS.map((field) => data?.[field]))}`;
};

/** What the form's requests are answered, and when. */
export const controlAnswers = async (page: Page) => {
  let keys = 0;
  let saves = 0;
  let isFree = false;
  let created: string | null = null;
  const planned: Answer[] = [];
  const log: string[] = [];
  const held = new Set<Held>();
  const underWay = new Set<Promise<void>>();
  let readAfter = 0;

  const release = (): void => {
    for (const one of held) {
      if (!isFree && one.until > keys) continue;
      held.delete(one);
      one.letGo();
    }
  };
  const hold = (count: number): Promise<void> =>
    new Promise((letGo) => {
      held.add({ until: keys + count, letGo });
      release();
    });

  const write = async (route: Route): Promise<void> => {
    saves += 1;
    const answer = planned.shift() ?? AT_ONCE;
    const said = (what: string): void => void log.push(`${what}: ${inWords(route.request())}`);
    if (answer.outcome === 'cut' || answer.outcome === 'refused') {
      await hold(answer.after);
      said(answer.outcome);
      if (answer.outcome === 'cut') return route.abort('connectionreset');
      const body = { data: null, error: { status: 500, name: 'InternalServerError', message: 'Internal' } };
      return route.fulfill({ status: 500, json: body });
    }
    const response = await route.fetch();
    said(`${answer.outcome}, ${response.status()}`);
    await hold(answer.after);
    if (answer.outcome === 'answer cut') return route.abort('connectionreset');
    ({ readAfter } = answer);
    const { data } = (await response.json()) as { data?: { documentId?: string } | null };
    created = data?.documentId ?? created;
    return route.fulfill({ response });
  };
  const read = async (route: Route): Promise<void> => {
    const after = readAfter;
    readAfter = 0;
    if (after === 0) return route.fallback();
    const response = await route.fetch();
    await hold(after);
    return route.fulfill({ response });
  };

  await page.route(
    ({ pathname }) => pathname.startsWith(POSTS),
    (route) => {
      const request = route.request();
      const isRead = request.method() === 'GET';
      const isEntry = new URL(request.url()).pathname.split('/').length === POSTS.split('/').length + 1;
      if (isRead && !isEntry) return route.fallback();
      // The page may have gone meanwhile.
      const answered = (isRead ? read(route) : write(route)).catch(() => undefined);
      underWay.add(answered);
      return answered.finally(() => underWay.delete(answered));
    },
  );

  return {
    saves: () => saves,
    /** The saves of this round, and what became of them. */
    log: (): string[] => [...log],
    /** The documentId that the last answer had; null before there is one. */
    created: () => created,
    /** A new round: nothing is held and nothing is planned. */
    reset(): void {
      planned.length = log.length = 0;
      readAfter = 0;
      created = null;
    },
    /** The next save that is sent gets this answer. */
    plan: (answer: Answer): void => void planned.push(answer),
    keyPressed(): void {
      keys += 1;
      release();
    },
    /** Lets everything go that is held, until all is answered. */
    async letAllGo(): Promise<void> {
      isFree = true;
      release();
      while (underWay.size > 0) await inTime('answers that were let go', Promise.all(underWay));
      isFree = false;
    },
    /** Saves that were planned and were not sent: a key for saving does nothing while there is nothing to save. */
    forgetPlanned: (): void => void (planned.length = 0),
    isAllSent: (): boolean => planned.length === 0,
  };
};
