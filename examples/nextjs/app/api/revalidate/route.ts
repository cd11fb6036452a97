import { setTimeout as pause } from 'node:timers/promises';
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from 'content-delivery-client';
import { revalidateTag } from 'next/cache';
import { after } from 'next/server';
import { forgetAddresses } from '@/lib/existence';
import { tellSearchEngines } from '@/lib/index-now';
import { webhookSecret } from '@/lib/settings';
import { tagsOfEvent } from '@/lib/tags';

/**
 * Milliseconds after which all is done once more: Next.js keeps a page whose making began before an event and ended after it, as
 * it was before.
 */
const ONCE_MORE = 5_000;

/** For a webhook of the content server: of what it says has changed, the next visitor sees the new. */
export const POST = async (request: Request): Promise<Response> => {
  const secret = webhookSecret();
  if (!secret)
    return Response.json({ error: 'CONTENT_WEBHOOK_SECRET is not set on this website.' }, { status: 500 });
  let event: WebhookEvent;
  try {
    event = await verifyWebhook(await request.text(), request.headers, secret);
  } catch (error) {
    // What is wrong with this website itself is a 500, with what to do in the log.
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ error: 'This is not signed with the secret.' }, { status: 401 });
  }
  // At once, and not once more as it was: whoever has published looks at the page now.
  const expire = (): void => {
    for (const tag of tagsOfEvent(event)) revalidateTag(tag, { expire: 0 });
    forgetAddresses();
  };
  expire();
  after(async () => {
    await pause(ONCE_MORE);
    expire();
  });
  after(() => tellSearchEngines(event));
  return new Response(null, { status: 204 });
};
