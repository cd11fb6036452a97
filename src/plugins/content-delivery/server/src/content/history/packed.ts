import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Characters from which on a text is compressed: less is not worth it. */
const LONG = 1_000;
const COMPRESSED = 'z';

/** A value as a text to store: JSON, compressed where it is long. Node compresses off the main thread. */
export const pack = async (json: string): Promise<string> =>
  json.length < LONG ? json : COMPRESSED + (await deflate(json, { level: 1 })).toString('base64');

export const unpack = async (text: string): Promise<unknown> =>
  JSON.parse(
    text.startsWith(COMPRESSED)
      ? (await inflate(Buffer.from(text.slice(COMPRESSED.length), 'base64'))).toString('utf8')
      : text,
  );
