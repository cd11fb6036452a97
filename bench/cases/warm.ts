import { etagOf } from '../../src/plugins/content-delivery/server/src/freshness/cache/etag';
import { blogPath, restListPath, restPostPath, type Answer, type Bench, type StrapiServer } from '../bench';
import { compare, describeSpeed, medianP99, type Comparison } from '../compare';
import type { Target } from '../load';
import type { Result, Wanted } from '../report';
import { SHORT_SLUG, slugOf } from '../content/posts';

const JSON_TYPE = 'application/json; charset=utf-8';
const LIST = 1_000;

const fixed = ({ body }: Answer) => ({
  status: 200,
  headers: { 'Content-Type': JSON_TYPE, 'Content-Length': String(body.length) },
  body: body.toString('base64'),
});

/** Requests whose bytes are finished and current: against bare servers and against Strapi's own REST. */
export const warmCases = async (bench: Bench): Promise<Result[]> => {
  const posts = bench.sizeNear(LIST);
  const server = await bench.startDelivery(posts, {}, true);
  try {
    return await warmCasesOf(bench, server, posts);
  } finally {
    await server.stop();
  }
};

const warmCasesOf = async (bench: Bench, { port }: StrapiServer, posts: number): Promise<Result[]> => {
  const { large, small } = bench.template;
  const results: Result[] = [];
  const add = (name: string, comparison: Comparison, wanted: Wanted | null): void => {
    const detail = describeSpeed(comparison);
    results.push({ name, posts, rounds: comparison.speed, unit: '', wanted, detail });
    bench.log(`  ${name}: ${detail}`);
  };
  const higher = (must: number, aim: number): Wanted => ({ must, aim, better: 'higher' });
  const ours = (path: string): Target => ({ port, paths: [path], status: 200 });
  const bare: Target = { port: bench.bare.node, paths: ['/'], status: 200 };

  const againstBare = async (path: string): Promise<Comparison> => {
    await bench.answerBare(fixed(await bench.ask({ port, path })));
    return compare(bench, ours(path), bare);
  };

  const post = blogPath(large, slugOf(1));
  const short = blogPath(small, SHORT_SLUG);
  const list = blogPath(large);

  add('warm post, 1 KB, of bare node:http', await againstBare(short), higher(0.6, 0.85));
  const warm = await againstBare(post);
  add('warm post, 11 KB, of bare node:http', warm, higher(0.6, 0.85));
  results.push({
    name: 'p99 of a warm post of bare node:http',
    posts,
    rounds: warm.p99,
    unit: '',
    wanted: { must: 3, aim: 1.5, better: 'lower' },
    detail: `${medianP99(warm.ours).toFixed(2)} ms to ${medianP99(warm.theirs).toFixed(2)} ms`,
  });
  add(
    'bare Koa, 11 KB, of bare node:http',
    await compare(bench, { ...bare, port: bench.bare.koa }, bare),
    null,
  );

  const { body } = await bench.ask({ port, path: restPostPath(slugOf(1)) });
  if (!body.includes(slugOf(1))) throw new Error("Strapi's own REST endpoint does not answer with the post.");
  add(
    "warm post, 11 KB, of Strapi's own",
    await compare(bench, ours(post), ours(restPostPath(slugOf(1)))),
    higher(100, 180),
  );

  add(`warm list of ${posts} of bare node:http`, await againstBare(list), higher(0.8, 0.95));
  add(
    `warm list of ${posts} of Strapi's own`,
    await compare(bench, ours(list), ours(restListPath(large, posts))),
    higher(500, 900),
  );
  // What a browser or a fetch of Node sends; Strapi's own has one form of its bytes for everybody.
  const asked = { headers: { 'Accept-Encoding': 'gzip, deflate, br' } };
  add(
    `warm list of ${posts} of Strapi's own, compressed for those who take it`,
    await compare(bench, { ...ours(list), ...asked }, { ...ours(restListPath(large, posts)), ...asked }),
    higher(500, 900),
  );
  add('warm list of 5 of bare node:http', await againstBare(blogPath(small)), higher(0.6, 0.85));

  const etag = await etagOf((await bench.ask({ port, path: post })).body);
  const headers = { 'If-None-Match': etag };
  await bench.answerBare({ status: 304, headers: { ETag: etag }, body: null });
  add(
    'a 304 of a bare 304',
    await compare(bench, { ...ours(post), headers, status: 304 }, { ...bare, headers, status: 304 }),
    higher(0.5, 0.8),
  );
  return results;
};
