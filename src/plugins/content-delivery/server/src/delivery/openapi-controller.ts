import type { Context } from 'koa';
import { openApiDocument } from '../../../contracts/openapi';
import type { CacheEntry } from '../freshness/cache/entry';
import { etagOf } from '../freshness/cache/etag';
import type { Respond } from './http/respond';
import { writeWithKoa } from './http/write-with-koa';

interface Parts {
  publicUrl: string;
  version: string;
  respond: Respond;
}

/** What never changes is as it was when it was made, and the same for everybody. */
const UNCHANGING = { observed: { revisions: new Map(), at: 0 }, isNew: false, isPrivate: false };

/** Serves the description of the delivery routes. It changes with the release only, so its bytes are made once, when they are first asked for. */
export const createOpenApiController = ({ publicUrl, version, respond }: Parts) => {
  const make = async (): Promise<CacheEntry> => {
    const bytes = Buffer.from(JSON.stringify(openApiDocument({ url: publicUrl, version })));
    return {
      scopes: [],
      revisions: [],
      expiresAt: Infinity,
      validFrom: -Infinity,
      tags: [],
      sharedSeconds: null,
      headers: {},
      identity: { bytes, etag: await etagOf(bytes) },
      encoded: {},
    };
  };
  let made: Promise<CacheEntry> | undefined;

  return {
    async document(ctx: Context): Promise<void> {
      const entry = await (made ??= make());
      writeWithKoa(ctx, await respond(ctx.req, { key: '', entry, ...UNCHANGING }));
    },
  };
};
