import type { Core } from '@strapi/strapi';
import { postTo } from '../platform/outgoing/post';
import { callWebhooksWith } from '../platform/patches/webhook-calls';
import type { IsAllowed } from './allowed';
import { problemOf, redirectProblem } from './attempt';

/** Milliseconds for one call, as in Strapi. */
const TIME = 10_000;
/** Bytes of an answer that the panel shows. */
const ANSWER_BYTES = 10_000;
/** Headers of the connection itself; one of these could make another request of the body. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Strapi's own webhooks (Settings → Webhooks) go where those of websites may go: users who may make one, or press
 * "Trigger", would otherwise read what answers on this machine and in its network. Called while plugins register.
 */
export const sendStrapisWebhooksOutside = (strapi: Core.Strapi, isAllowed: IsAllowed): void =>
  callWebhooksWith(strapi, async (address, { body, headers }) => {
    if (!URL.canParse(address)) throw new Error('This is no address. It begins with https:// or http://.');
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol))
      throw new Error('The address has to begin with https:// or http://.');
    const { status, text } = await postTo(url, {
      headers: sendable(headers),
      body,
      time: TIME,
      answerBytes: ANSWER_BYTES,
      isAllowed,
    }).catch((error: unknown) => {
      // What the panel shows.
      throw new Error(problemOf(error));
    });
    const said = redirectProblem(status) ?? text;
    return { ok: status >= 200 && status < 300, status, text: () => Promise.resolve(said) };
  });

const sendable = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()))
      .map(([name, value]) => [name, String(value)]),
  );
