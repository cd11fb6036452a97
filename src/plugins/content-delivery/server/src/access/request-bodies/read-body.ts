import type { IncomingMessage } from 'node:http';
import bourne from '@hapi/bourne';
import { errors } from '@strapi/utils';
import createError from 'http-errors';
import type { Context, Next } from 'koa';
import qs from 'qs';
import readRaw from 'raw-body';
import type { Allowance } from './allowance';
import { checkJsonShape } from './json-shape';
import { readMultipart } from './multipart';
import type { TemporaryFiles } from './temporary-files';

/** Other methods have none that would mean anything. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
const JSON_TYPES = [
  'application/json',
  'application/json-patch+json',
  'application/vnd.api+json',
  'application/csp-report',
  'application/reports+json',
];
/** As co-body, which Strapi has, reads forms; levels and parameters beyond are left out. */
const FORM = { allowDots: true, depth: 5, parameterLimit: 1_000, arrayLimit: 20 };

interface Parsed {
  body?: unknown;
  files?: Record<string, unknown>;
}

/** True for a request whose body anybody may want to read. */
export const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  WITH_BODY.has(method ?? '') &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Bytes of a body that will be in memory; files are on the disk. A body without a length may be as long as is allowed. */
export const bytesToCome = (ctx: Context, { jsonBytes, formBytes }: Allowance): number => {
  const limit = ctx.is(JSON_TYPES) ? jsonBytes : formBytes;
  return Math.min(Number(ctx.get('Content-Length') || limit), limit);
};

/**
 * Reads a body as Strapi's handlers expect it (`ctx.request.body`, `ctx.request.files`), and goes on. The files of a
 * multipart form are gone when the handler is done, however it ended.
 * @throws an HTTP error: 400 for one that cannot be read, 413 for one that is too large, 415 for a type or a coding
 * that has no place here
 */
export const readBody = async (
  ctx: Context,
  allowance: Allowance,
  temporaryFiles: TemporaryFiles,
  next: Next,
): Promise<unknown> => {
  const request = ctx.request as Parsed;
  const { req } = ctx;
  // A few bytes can decompress to gigabytes; no front end and no part of the admin panel compresses what it sends.
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding').trim())) {
    throw createError(415, 'A compressed body is not read here. Send it without Content-Encoding.');
  }
  if (!ctx.is('multipart')) {
    request.body = await explained(req, () => readPlain(ctx, allowance));
    return next();
  }
  if (allowance.fileBytes === 0) {
    throw createError(415, 'Files and multipart forms are not taken here. Send JSON.');
  }
  return temporaryFiles.use(async (folder) => {
    const { fields, files } = await explained(req, () => readMultipart(req, folder, allowance));
    request.body = fields;
    request.files = files;
    return next();
  });
};

const readPlain = async (ctx: Context, { jsonBytes, formBytes }: Allowance): Promise<unknown> => {
  const { req } = ctx;
  if (ctx.is(JSON_TYPES)) return parseJson(await readBytes(req, jsonBytes));
  if (ctx.is('urlencoded')) return qs.parse((await readBytes(req, formBytes)).toString(), FORM);
  if (ctx.is('text/*')) return (await readBytes(req, formBytes)).toString();
  return (ctx.request as Parsed).body;
};

const readBytes = async (req: IncomingMessage, limit: number): Promise<Buffer> =>
  readRaw(req, { limit, length: req.headers['content-length'] });

const parseJson = async (bytes: Buffer): Promise<unknown> => {
  if (bytes.length === 0) return {};
  await checkJsonShape(bytes);
  const text = bytes.toString();
  let value: unknown;
  try {
    // Refuses a member `__proto__` too, which would change what other objects have.
    value = bourne.parse(text);
  } catch {
    throw new errors.ValidationError('The body is not valid JSON.');
  }
  if (typeof value === 'object' && value !== null) return value;
  throw new errors.ValidationError('The body is JSON, but neither an object nor a list.');
};

/** What is left of a body that is refused is read and thrown away, so that the sender gets to read the answer. */
const explained = async <Result>(req: IncomingMessage, read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    req.resume();
    if (error instanceof errors.ApplicationError) throw error;
    const { status, httpCode, limit, syscall } = error as ReadError;
    if ((status ?? httpCode) === 413) {
      const most = limit === undefined ? '' : ` ${limit.toLocaleString('en')} bytes are taken here.`;
      throw new errors.PayloadTooLargeError(`The body of this request is too large.${most}`);
    }
    if (syscall !== undefined) throw error;
    throw new errors.ValidationError('The body of this request could not be read to its end.');
  }
};

interface ReadError {
  status?: number;
  httpCode?: number;
  limit?: number;
  /** Of what the operating system refused. */
  syscall?: string;
}
