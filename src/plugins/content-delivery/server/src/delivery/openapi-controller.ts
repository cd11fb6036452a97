import type { Context } from 'koa';
import { openApiDocument } from '../../../contracts/openapi';
import { encode, encodingOf, negotiate } from '../freshness/cache/encoding';
import type { Entry } from '../freshness/cache/entry';
import { etagOf } from '../freshness/cache/etag';
import { contentHeaders, isNotModified, validators } from './http/delivery-headers';

interface Parts {
  publicUrl: string;
  version: string;
  cacheControl: string;
}

/** Serves the description of the four routes. It changes with the release only, so its bytes are made once. */
export const createOpenApiController = ({ publicUrl, version, cacheControl }: Parts) => {
  const bytes = Buffer.from(JSON.stringify(openApiDocument({ url: publicUrl, version })));
  const entry: Entry = {
    scopes: [],
    revisions: [],
    expiresAt: Infinity,
    validFrom: -Infinity,
    identity: { bytes, etag: etagOf(bytes) },
    encoded: {},
  };

  return {
    async document(ctx: Context): Promise<void> {
      const encoding = encodingOf(entry, negotiate(ctx.get('Accept-Encoding')));
      const representation = await encode(entry, encoding, () => undefined);
      ctx.set(validators(representation.etag, cacheControl));
      if (isNotModified(ctx.headers, representation.etag)) {
        ctx.status = 304;
        return;
      }
      ctx.status = 200;
      ctx.body = representation.bytes;
      ctx.set(contentHeaders(representation, encoding));
    },
  };
};
