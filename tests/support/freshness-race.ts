import { inspect } from 'node:util';
import { UID, type Content, type TestWebsite } from '../fixtures/content';
import { CutAnswer, type Connection, type WireAnswer } from './connections';
import type { Call } from './server-process';
import { targets } from './warmed';

/** How far a reader or writer has counted. */
interface Counters {
  name: string;
  writes(number: number): Call[];
  started: number;
  committed: number;
}

/** What one writer counts up, and where the number is read. */
interface Series extends Counters {
  reads: string[];
}

/** A post that is published by even numbers and unpublished by odd ones. */
interface Flip extends Counters {
  list: string;
  single: string;
}

/** A read that brought no whole answer of the server's. */
export interface FailedRead {
  target: string;
  /** Of an answer that was cut; else empty. */
  requestId: string;
  /** Of the answer; null when none had begun. */
  status: number | null;
  /** The answer had begun and was cut. */
  isCut: boolean;
  /** By the clock of `performance.now()`. */
  sentAt: number;
  message: string;
}

interface RaceFigures {
  writes: number;
  /** Writes that had to be repeated. */
  refused: number;
  responses: number;
  /** Responses that showed the newest number there was. */
  fresh: number;
}

interface Options {
  seconds: number;
  /** Each is read over by `readersEach` at the same time. */
  connections: readonly Connection[];
  readersEach: number;
  /** Makes the calls in one transaction; resolves with false when they are to be made once more. */
  write(calls: Call[], number: number): Promise<boolean>;
  /** How many reads may fail before it is of no use to go on. */
  mostFailed?: number;
  /** Whether so much has happened that an end without a problem proves something; a slow machine takes longer. */
  isEnough(): boolean;
}

const update = (uid: string, documentId: string, data: object, status?: 'published'): Call => ({
  uid,
  method: 'update',
  parameters: { documentId, data, ...(status && { status }) },
});

/** Milliseconds in which enough has happened on a slow machine, beside the time that is asked for. */
const MAX_WAIT = 150_000;

/** All numbers in a text of the form `n12`. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\bn(\d+)\b/g)].map((match) => Number(match[1]));

const ENCODINGS = ['identity', 'br', 'gzip'];

/** The content of one account that is raced over. */
const prepareAccount = async (content: Content, name: string): Promise<{ series: Series[]; flip: Flip }> => {
  const account = await content.account();
  const website: TestWebsite = await content.website({ account: account.documentId });
  const { documentId } = website;
  const [category, tag] = [await content.category(documentId, 'n0'), await content.tag(documentId, 'n0')];
  const terms = { category: category.documentId, tags: [tag.documentId] };
  const one = await content.post(documentId, { title: 'n0', slug: 'one', content: 'n0', ...terms });
  const two = await content.post(documentId, { title: 'n0', slug: 'two', content: 'n0', ...terms });
  const first = await content.link({ account: account.documentId, url: '/n0' });
  const last = await content.link({ account: account.documentId, url: '/n0' });
  const campaign = await content.campaign(documentId, { htmlTemplate: 'n0 {{ number }}' });
  const page = await content.page(campaign.documentId, { slug: 'one', variables: { number: 'n0' } });
  const also = await content.page(campaign.documentId, { slug: 'two', variables: { number: 'n0' } });
  // Its title holds no number of the series of posts.
  const other = await content.website({ account: account.documentId });
  const flipping = await content.post(other.documentId, { title: 'Flipping', slug: 'flipping' });

  const counters = { started: 0, committed: 0 };
  return {
    series: [
      {
        name: `posts and taxonomies of ${name}`,
        ...counters,
        writes: (number) => [
          update(UID.category, category.documentId, { name: `n${number}` }),
          update(UID.post, one.documentId, { title: `n${number}`, content: `n${number}` }, 'published'),
          update(UID.tag, tag.documentId, { name: `n${number}` }),
          update(UID.post, two.documentId, { title: `n${number}`, content: `n${number}` }, 'published'),
        ],
        reads: [
          targets.posts(website),
          targets.post(website, 'one'),
          targets.post(website, 'two'),
          targets.terms(website),
        ],
      },
      {
        name: `links of ${name}`,
        ...counters,
        writes: (number) => [
          update(UID.link, first.documentId, { url: `/n${number}` }),
          update(UID.link, last.documentId, { url: `/n${number}` }),
        ],
        reads: [targets.links(website)],
      },
      {
        name: `pages of ${name}`,
        ...counters,
        writes: (number) => [
          update(UID.campaign, campaign.documentId, { htmlTemplate: `n${number} {{ number }}` }),
          update(UID.page, page.documentId, { variables: { number: `n${number}` } }, 'published'),
          update(UID.page, also.documentId, { variables: { number: `n${number}` } }, 'published'),
        ],
        reads: [
          targets.pages(website),
          targets.pages(website, { campaignId: campaign.documentId }),
          targets.page(website, 'one'),
          targets.page(website, 'two'),
        ],
      },
    ],
    flip: {
      name: `the flipping post of ${name}`,
      ...counters,
      writes: (number) => [
        {
          uid: UID.post,
          method: number % 2 === 0 ? 'publish' : 'unpublish',
          parameters: { documentId: flipping.documentId },
        },
      ],
      list: targets.posts(other),
      single: targets.post(other, 'flipping'),
    },
  };
};

/**
 * Writers and readers side by side. Every write carries the next number of its series; a response must not show a
 * number older than the newest that was committed before the request was sent, and all places that one transaction
 * writes must show the same.
 */
export const prepareFreshnessRace = async (content: Content) => {
  const made = [await prepareAccount(content, 'A'), await prepareAccount(content, 'B')];
  const series = made.flatMap((one) => one.series);
  const flips = made.map((one) => one.flip);

  const figures: RaceFigures = { writes: 0, refused: 0, responses: 0, fresh: 0 };

  /** Writes and reads until the time is over and enough has happened. */
  const run = async ({ seconds, connections, readersEach, write, mostFailed = 0, isEnough }: Options) => {
    /** Answers that a reader must not see. */
    const problems: string[] = [];
    const failed: FailedRead[] = [];
    const end = performance.now() + seconds * 1_000;
    const isEnoughYet = (): boolean =>
      figures.writes > seconds &&
      figures.responses > seconds * 10 &&
      figures.fresh > 0 &&
      [...series, ...flips].every(({ committed }) => committed > 0) &&
      isEnough();
    const isLate = (): boolean => performance.now() >= end + MAX_WAIT;
    const isOver = (): boolean =>
      performance.now() >= end &&
      (problems.length > 0 || failed.length > mostFailed || isEnoughYet() || isLate());

    const countUp = async (counted: Counters): Promise<void> => {
      while (!isOver()) {
        const number = (counted.started += 1);
        const calls = counted.writes(number);
        while (!(await write(calls, number))) {
          figures.refused += 1;
          if (isLate()) return;
        }
        counted.committed = number;
        figures.writes += 1;
      }
    };

    const send = async (
      connection: Connection,
      target: string,
      headers: Record<string, string> = {},
    ): Promise<WireAnswer | null> => {
      const sentAt = performance.now();
      const fail = (message: string, of: Pick<FailedRead, 'requestId' | 'status' | 'isCut'>) =>
        void failed.push({ target: pathOf(target), ...of, sentAt, message });
      try {
        const answer = await connection.send('GET', target, headers);
        figures.responses += 1;
        if (answer.status === 200 || answer.status === 404) return answer;
        fail(answer.text.slice(0, 200), { requestId: '', status: answer.status, isCut: false });
      } catch (error) {
        const cut = error instanceof CutAnswer ? error : { requestId: '', status: null };
        fail(String(error), { requestId: cut.requestId, status: cut.status, isCut: cut === error });
      }
      return null;
    };

    const readSeries = async (connection: Connection, turn: number): Promise<void> => {
      const reads = series.flatMap((counted) => counted.reads.map((target) => ({ counted, target })));
      const { counted, target } = reads[turn % reads.length] as (typeof reads)[number];
      const floor = counted.committed;
      const answer = await send(connection, target, {
        'Accept-Encoding': ENCODINGS[turn % ENCODINGS.length] ?? 'identity',
      });
      const ceiling = counted.started;
      if (!answer) return;
      const numbers = answer.status === 200 ? numbersIn(answer.text) : [];
      const shown = new Set(numbers);
      const [number = -1] = numbers;
      if (number === floor) figures.fresh += 1;
      if (shown.size !== 1 || numbers.length < 2 || number < floor || number > ceiling) {
        problems.push(
          `${counted.name}: ${pathOf(target)} shows ${[...shown].join()} (${answer.status}), not ${floor} to ${ceiling}`,
        );
      }
    };

    const readFlip = async (connection: Connection, turn: number): Promise<void> => {
      const flip = flips[turn % flips.length] as Flip;
      const [before, beforeStarted] = [flip.committed, flip.started];
      const isList = turn % 2 === 0;
      const answer = await send(connection, isList ? flip.list : flip.single);
      if (!answer) return;
      const isShown = isList ? answer.text !== '[]' : answer.status === 200;
      // Only when no write was under way is it certain what has to be seen.
      const isCertain = before === beforeStarted && flip.started === before;
      if (isCertain && isShown !== (before % 2 === 0)) {
        problems.push(
          `${flip.name}: ${isShown ? 'shown' : 'hidden'} (${answer.status}) after write ${before}`,
        );
      }
    };

    const read = async (connection: Connection, first: number): Promise<void> => {
      for (let turn = first; !isOver(); turn += 1) {
        await readSeries(connection, turn);
        await readFlip(connection, turn);
      }
    };

    const readers = connections.flatMap((connection) =>
      Array.from({ length: readersEach }, (_unused, index) => read(connection, index * 3)),
    );
    await Promise.all([...[...series, ...flips].map(countUp), ...readers]);
    if (isLate() && problems.length === 0 && failed.length <= mostFailed && !isEnoughYet())
      throw new Error(
        `Waited ${seconds + MAX_WAIT / 1_000} s for enough writes and reads. Last seen: ${inspect(figures)}`,
      );
    return { problems, failed, isEnough: isEnoughYet() };
  };

  return {
    /** What has happened so far. */
    figures: figures as Readonly<RaceFigures>,
    run,
  };
};

const pathOf = (target: string): string => target.replace(/apiKey=[^&]*/, 'apiKey=…');
