import { contentOf, UID, type Content, type TestWebsite } from '../fixtures/content';
import { connectTo, portOf, type Connection } from '../support/connections';
import { startSecondProcess, type Call, type SecondProcess } from '../support/second-process';
import { startServer, type TestServer } from '../support/strapi';
import { figuresOf, targets } from '../support/warmed';

/**
 * Writers and readers side by side, in two processes on one database. Every write carries the next number of
 * its series; a response must not show a number older than the newest that was committed before the request was
 * sent, and all places that one transaction writes must show the same.
 *
 * Six seconds are enough to notice a mistake; FRESHNESS_SECONDS=60 is the full proof (30 is the least). That the
 * test can fail: with `.increment('revision', 0)` in freshness/revisions.ts it does, at once.
 */
const SECONDS = Number(process.env['FRESHNESS_SECONDS'] ?? 6);
const READERS_PER_PROCESS = 4;

/** What one writer counts up, and how the number is read from a response. */
interface Series {
  name: string;
  writes(number: number): Call[];
  reads: { target: string; numbersOf(body: unknown): number[] }[];
  started: number;
  committed: number;
}

/** A post that is published by even numbers and unpublished by odd ones. */
interface Flip extends Omit<Series, 'reads'> {
  list: string;
  single: string;
}

const update = (uid: string, documentId: string, data: object, status?: 'published'): Call => ({
  uid,
  method: 'update',
  parameters: { documentId, data, ...(status && { status }) },
});

/** All numbers in a text of the form `n12`. */
const numbersIn = (value: unknown): number[] =>
  [...JSON.stringify(value).matchAll(/\bn(\d+)\b/g)].map((match) => Number(match[1]));

describe('with writers and readers side by side', () => {
  let server: TestServer;
  let second: SecondProcess;
  let content: Content;
  let connections: Connection[];
  let series: Series[];
  let flips: Flip[];

  beforeAll(async () => {
    server = await startServer();
    content = contentOf(server.strapi);
    const made = [await seriesOf('A'), await seriesOf('B')];
    series = made.flatMap((one) => one.series);
    flips = made.map((one) => one.flip);
    second = await startSecondProcess();
    connections = [connectTo(await portOf(server.strapi.server.httpServer)), connectTo(second.port)];
  });
  afterAll(async () => {
    for (const connection of connections) connection.close();
    await second.stop();
    await server.stop();
  });

  const seriesOf = async (name: string): Promise<{ series: Series[]; flip: Flip }> => {
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
          ].map((target) => ({ target, numbersOf: numbersIn })),
        },
        {
          name: `links of ${name}`,
          ...counters,
          writes: (number) => [
            update(UID.link, first.documentId, { url: `/n${number}` }),
            update(UID.link, last.documentId, { url: `/n${number}` }),
          ],
          reads: [{ target: targets.links(website), numbersOf: numbersIn }],
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
          ].map((target) => ({ target, numbersOf: numbersIn })),
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

  const writeHere = async (calls: Call[]): Promise<void> => {
    await server.strapi.db.transaction(async () => {
      for (const { uid, method, parameters } of calls) {
        const documents = server.strapi.documents(uid as never) as unknown as Record<
          string,
          (parameters: object) => Promise<unknown>
        >;
        await documents[method]?.(parameters);
      }
    });
  };

  it(
    'no response is older than its request, and none is mixed',
    async () => {
      const end = performance.now() + SECONDS * 1_000;
      /** How much has to have happened before an end without a problem proves anything; a slow machine takes longer. */
      const isEnough = (): boolean =>
        figures.writes > SECONDS &&
        figures.responses > SECONDS * 10 &&
        figures.fresh > 0 &&
        figuresOf(server).hits > 0 &&
        [...series, ...flips].every(({ committed }) => committed > 0);
      const isOver = (): boolean => performance.now() >= end && (problems.length > 0 || isEnough());
      const problems: string[] = [];
      const figures = { writes: 0, refused: 0, responses: 0, fresh: 0 };

      /** SQLite refuses a transaction that has read what another process has changed since; such a write is repeated. */
      const isBusy = (error: unknown): boolean => /Please try again/.test(String(error));

      const write = async (
        counted: Pick<Series, 'name' | 'writes' | 'started' | 'committed'>,
      ): Promise<void> => {
        while (!isOver()) {
          const number = (counted.started += 1);
          const calls = counted.writes(number);
          for (let isDone = false; !isDone;) {
            try {
              // From both processes in turn, in twos, so that both publish and unpublish.
              if (number % 4 < 2) await writeHere(calls);
              else await second.write(...calls);
              isDone = true;
            } catch (error) {
              if (!isBusy(error)) throw error;
              figures.refused += 1;
            }
          }
          counted.committed = number;
          figures.writes += 1;
        }
      };

      const encodings = ['identity', 'br', 'gzip'];
      const read = async (connection: Connection, offset: number): Promise<void> => {
        const reads = series.flatMap((counted) => counted.reads.map((one) => ({ counted, ...one })));
        for (let turn = offset; !isOver(); turn += 1) {
          const { counted, target, numbersOf } = reads[turn % reads.length] as (typeof reads)[number];
          const floor = counted.committed;
          const answer = await connection.send('GET', target, {
            'Accept-Encoding': encodings[turn % 3] ?? 'identity',
          });
          const ceiling = counted.started;
          figures.responses += 1;
          const numbers = answer.status === 200 ? numbersOf(JSON.parse(answer.text)) : [];
          const shown = new Set(numbers);
          const [number = -1] = numbers;
          if (number === floor) figures.fresh += 1;
          if (
            answer.status !== 200 ||
            shown.size !== 1 ||
            numbers.length < 2 ||
            number < floor ||
            number > ceiling
          ) {
            problems.push(
              `${counted.name}: ${target} shows ${[...shown].join()} (${answer.status}), not ${floor} to ${ceiling}`,
            );
          }

          const flip = flips[turn % flips.length] as Flip;
          const [before, beforeStarted] = [flip.committed, flip.started];
          const isList = turn % 2 === 0;
          const { status, text } = await connection.send('GET', isList ? flip.list : flip.single);
          figures.responses += 1;
          const isShown = isList ? text !== '[]' : status === 200;
          // Only when no write was under way is it certain what has to be seen.
          const isCertain = before === beforeStarted && flip.started === before;
          if (![200, 404].includes(status) || (isCertain && isShown !== (before % 2 === 0))) {
            problems.push(`${flip.name}: ${isShown ? 'shown' : 'hidden'} (${status}) after write ${before}`);
          }
        }
      };

      const readers = connections.flatMap((connection) =>
        Array.from({ length: READERS_PER_PROCESS }, (_unused, index) => read(connection, index * 3)),
      );
      await Promise.all([...[...series, ...flips].map(write), ...readers]);

      expect(problems.slice(0, 10)).toEqual([]);
      expect(isEnough()).toBe(true);
    },
    (SECONDS + 60) * 1_000,
  );
});
