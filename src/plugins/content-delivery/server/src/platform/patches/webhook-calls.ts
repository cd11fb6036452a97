import type { Core } from '@strapi/strapi';
import { expectFunction, replaceFunction } from './replace';

interface Call {
  body: string;
  headers: Record<string, unknown>;
}

/** What Strapi's runner reads of an answer. */
interface Answered {
  ok: boolean;
  status: number;
  text(): Promise<string>;
}

type Send = (url: string, call: Call) => Promise<Answered>;

interface Runner {
  fetch: Send;
  run(webhook: object, event: string, info?: object): Promise<unknown>;
}

/**
 * Changes `fetch` of Strapi's webhook runner, read at @strapi/core 5.54.0. Where a webhook may go is looked at when it is stored only, and in
 * production (https://github.com/strapi/strapi/pull/20487); the name may lead elsewhere when it is called, and so may the answer.
 */
export const callWebhooksWith = (strapi: Core.Strapi, send: Send): void => {
  const runner = strapi.get('webhookRunner') as unknown as Runner;
  const readAt = '@strapi/core 5.54.0';
  expectFunction(runner, 'run', { readAt, parameters: 2 });
  replaceFunction(runner, 'fetch', { readAt }, () => send);
};
