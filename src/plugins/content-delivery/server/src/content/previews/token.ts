import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { PreviewType } from '../../../../contracts/previews';

/** What a preview token opens, and until when. */
export interface PreviewGrant {
  type: PreviewType;
  /** A documentId, as is `entry`. */
  website: string;
  entry: string;
  /** Of the entry's links: a new one begins when all of them are ended. */
  series: string;
  /** `slugTagOf` the slug that is in the link. */
  slugTag: string;
  /** Milliseconds since 1970; at this moment it has ended. */
  end: number;
}

export type PreviewTokens = ReturnType<typeof createPreviewTokens>;

/** Known by its beginning, as API keys are, so that it can be found where it should not be. */
const PREFIX = 'cdp_';
const TOKEN = /^cdp_([A-Za-z0-9_-]{1,1000})\.([A-Za-z0-9_-]{43})$/;
const TYPES: ReadonlySet<unknown> = new Set<PreviewType>(['post', 'pseo-page']);

/**
 * Names a slug in a few characters: a link has the slug of its moment in it, and works on when the draft gets another
 * one.
 */
export const slugTagOf = (slug: string): string =>
  createHash('sha256').update(slug, 'utf8').digest('base64url').slice(0, 11);

/**
 * Signs what a preview link opens, and reads it back.
 * @param encryptionKey the server's; a server with another one reads none of the tokens
 */
export const createPreviewTokens = (encryptionKey: () => string) => {
  let key: Buffer | undefined;
  const signatureOf = (payload: string): string => {
    key ??= Buffer.from(hkdfSync('sha256', encryptionKey(), '', 'content-delivery preview token', 32));
    return createHmac('sha256', key).update(payload, 'ascii').digest('base64url');
  };

  return {
    sign({ type, website, entry, series, slugTag, end }: PreviewGrant): string {
      const payload = Buffer.from(JSON.stringify([type, website, entry, series, slugTag, end]));
      const text = payload.toString('base64url');
      return `${PREFIX}${text}.${signatureOf(text)}`;
    },

    /** @returns null for what was not signed here, in each of its characters */
    read(token: string): PreviewGrant | null {
      const [, payload, signature] = TOKEN.exec(token) ?? [];
      if (payload === undefined || signature === undefined) return null;
      // As text: several texts stand for the same bytes, and only one of them was signed.
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(payload)))) return null;
      return grantIn(payload);
    },
  };
};

/** What was signed by another release may have another form. */
const grantIn = (payload: string): PreviewGrant | null => {
  const parts: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== 6) return null;
  const [type, website, entry, series, slugTag, end] = parts as unknown[];
  if (!TYPES.has(type) || typeof end !== 'number') return null;
  if (![website, entry, series, slugTag].every((part) => typeof part === 'string')) return null;
  return { type, website, entry, series, slugTag, end } as PreviewGrant;
};
