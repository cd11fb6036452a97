import { verifyWebhook } from 'content-delivery-client';
import { revalidateTag } from 'next/cache';
import { webhookSecret } from '@/lib/settings';
import { tagsOfEvent } from '@/lib/tags';

/** For a webhook of the content server: of what it says has changed, the next visitor sees the new. */
export const POST = async (request: Request): Promise<Response> => {
  const secret = webhookSecret();
  if (!secret)
    return Response.json({ error: 'CONTENT_WEBHOOK_SECRET is not set on this website.' }, { status: 503 });
  const event = await verifyWebhook(await request.text(), request.headers, secret).catch(() => null);
  if (!event) return Response.json({ error: 'This is not signed with the secret.' }, { status: 401 });
  // At once, and not once more as it was: whoever has published looks at the page now.
  for (const tag of tagsOfEvent(event)) revalidateTag(tag, { expire: 0 });
  return new Response(null, { status: 204 });
};
