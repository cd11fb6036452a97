// @ts-check
import { Buffer } from 'node:buffer';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Shows that a change alters no response: records what one build answers, and compares another one byte for byte.
 *   npm run record -- FOLDER                        makes a database and records what this build answers
 *   npm run record -- FOLDER --build ../before      records what the build in another checkout answers
 *   npm run record -- FOLDER --compare              asks this build on a copy of the same database, and compares
 * What FOLDER holds already stays: ids, dates, keys and cursors are the same at each run, as the database is.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { build: { type: 'string', default: '.' }, compare: { type: 'boolean', default: false } },
});
const [name] = positionals;
if (name === undefined || positionals.length > 1) throw new Error('Name one folder for the recording.');
const folder = path.resolve(name);
const build = path.resolve(values.build);
const file = (/** @type {string} */ part) => path.join(folder, part);
const recording = file('responses.jsonl');

/**
 * @typedef {{ method: string, target: string, headers?: Record<string, string>, user?: string, revalidate?: true }} Wanted
 * @typedef {{ environment: Record<string, string>, users: Record<string, object>, requests: Wanted[] }} System
 * @typedef {{ status: number, headers: [string, string][], body: Buffer }} Answer
 */

/** Headers that differ by construction: the moment, the request, and what is left of a quota. */
const VARYING = new Map([
  ['date', () => '<date>'],
  ['x-request-id', () => '<id>'],
  ['ratelimit', (/** @type {string} */ value) => value.replace(/\b([rt])=\d+/g, '$1=<number>')],
  ['x-response-time', () => '<time>'],
]);
/** The server's clock, which the list of websites sends along. */
const NOW = /"now":"[^"]+"/g;

const send = (
  /** @type {number} */ port,
  /** @type {{ method: string, target: string, headers?: Record<string, string>, body?: string }} */ request,
) =>
  new Promise((/** @type {(answer: Answer) => void} */ resolve, reject) => {
    const { method, target, headers, body } = request;
    const outgoing = http.request({ host: '127.0.0.1', port, method, path: target, headers, agent: false });
    outgoing.on('error', reject).on('response', (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const raw = response.rawHeaders;
        const pairs = raw.flatMap((header, at) =>
          at % 2 === 0 ? [/** @type {[string, string]} */ ([header, raw[at + 1] ?? ''])] : [],
        );
        resolve({ status: response.statusCode ?? 0, headers: pairs, body: Buffer.concat(chunks) });
      });
    });
    outgoing.end(body);
  });

/** One line of the recording. Text stays readable; what is compressed is kept in base64. */
const lineOf = (/** @type {Wanted} */ wanted, /** @type {Answer} */ { status, headers, body }) => {
  const text = body.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(body);
  return JSON.stringify({
    request: wanted,
    status,
    headers: headers.map(([header, value]) => [header, VARYING.get(header.toLowerCase())?.(value) ?? value]),
    ...(isText ? { body: text.replace(NOW, '"now":"<date>"') } : { base64: body.toString('base64') }),
  });
};

/** The request, and both answers from a little before the place where they part. */
const differenceOf = (/** @type {string} */ before, /** @type {string} */ after) => {
  const { method, target, headers } = JSON.parse(after).request;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const part = (/** @type {string} */ line) => line.slice(Math.max(0, at - 60), at + 140);
  return `${method} ${target} ${JSON.stringify(headers ?? {})}\n- ${part(before)}\n+ ${part(after)}`;
};

const signIn = async (/** @type {number} */ port, /** @type {object} */ user) => {
  const { email, password } = /** @type {{ email: string, password: string }} */ (user);
  const body = JSON.stringify({ email, password });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  const answer = await send(port, { method: 'POST', target: '/admin/login', headers, body });
  if (answer.status !== 200) throw new Error(`Sign-in failed: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body.toString()).data.token;
};

/** Asks everything, one request after the other, so that each finds the cache as the one before has left it. */
const ask = async (/** @type {number} */ port, /** @type {System} */ { users, requests }) => {
  /** @type {Record<string, string>} */
  const tokens = {};
  for (const [user, login] of Object.entries(users)) tokens[user] = await signIn(port, login);
  const lines = [];
  let entityTag = '';
  for (const wanted of requests) {
    const headers = {
      ...wanted.headers,
      ...(wanted.user ? { Authorization: `Bearer ${tokens[wanted.user]}` } : {}),
      ...(wanted.revalidate && entityTag ? { 'If-None-Match': entityTag } : {}),
    };
    const answer = await send(port, { method: wanted.method, target: wanted.target, headers });
    entityTag = answer.headers.find(([header]) => header.toLowerCase() === 'etag')?.[1] ?? '';
    lines.push(lineOf(wanted, answer));
  }
  return lines;
};

/** Starts the build on a copy of the database, so that it is the same for the next one. */
const record = async (/** @type {System} */ system) => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'content-delivery-record-'));
  copyFileSync(file('data.db'), path.join(scratch, 'data.db'));
  const server = fork(path.join(build, 'tests', 'support', 'server-child.js'), ['{}'], {
    cwd: build,
    env: {
      ...process.env,
      ...system.environment,
      DATABASE_URL: '',
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: path.join(scratch, 'data.db'),
      // Thousands of requests from one address within a minute.
      RATE_LIMIT_WEBSITE: '1000000',
      RATE_LIMIT_WRONG_KEYS: '1000000',
    },
  });
  try {
    const [message] = await Promise.race([
      once(server, 'message'),
      once(server, 'exit').then(() => {
        throw new Error('The build did not start.');
      }),
    ]);
    return await ask(message.port, system);
  } finally {
    const exited = server.exitCode === null ? once(server, 'exit') : null;
    if (server.connected) server.disconnect();
    await exited;
    rmSync(scratch, { recursive: true, force: true });
  }
};

if (!existsSync(file('data.db'))) {
  if (values.compare) throw new Error(`There is no recording in ${folder}.`);
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('npx', ['--no-install', 'jest', '--selectProjects', 'recording'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, RECORD_INTO: folder, TEST_DATABASE: 'sqlite' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
/** @type {System} */
const system = JSON.parse(readFileSync(file('system.json'), 'utf8'));
const lines = await record(system);
if (values.compare) {
  const expected = readFileSync(recording, 'utf8').trimEnd().split('\n');
  writeFileSync(file('compared.jsonl'), `${lines.join('\n')}\n`);
  const different = [...lines.keys()].filter((at) => lines[at] !== expected[at]);
  for (const at of different.slice(0, 20)) console.error(differenceOf(expected[at] ?? '', lines[at] ?? ''));
  console.log(`${lines.length} responses, ${different.length} of them different (${file('compared.jsonl')})`);
  process.exitCode = different.length === 0 && lines.length === expected.length ? 0 : 1;
} else {
  writeFileSync(recording, `${lines.join('\n')}\n`);
  console.log(`${lines.length} responses are in ${recording}`);
}
