import { createHash, timingSafeEqual } from 'node:crypto';
import { revalidateTag } from 'next/cache';
import { CONTENT_TAG } from '@/lib/content';
import { revalidateSecret } from '@/lib/settings';

/** Of equal length, whatever was sent: comparing takes as long for each guess. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * For webhooks of the content server: whatever has changed there, the next visitor of each page sees. What the webhook
 * says about the change is not looked at: a renamed category stands on as many pages as a changed internal link.
 */
export const POST = (request: Request): Response => {
  const secret = revalidateSecret();
  if (!secret)
    return Response.json({ error: 'REVALIDATE_SECRET is not set on this website.' }, { status: 503 });
  const given = request.headers.get('Authorization') ?? '';
  if (!timingSafeEqual(digest(given), digest(`Bearer ${secret}`))) {
    return Response.json({ error: 'Send the secret as "Authorization: Bearer …".' }, { status: 401 });
  }
  // At once, and not once more as it was: whoever has published looks at the page now.
  revalidateTag(CONTENT_TAG, { expire: 0 });
  return Response.json({ revalidated: true });
};
