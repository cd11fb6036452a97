import http from 'node:http';
import type { Core } from '@strapi/strapi';
import { closeServer, portOf } from './connections';

/** What a webhook was called with. */
export interface WebhookCall {
  event: string;
  uid: string;
  entry: Record<string, unknown>;
}

/**
 * A receiver of webhooks that can keep its callers waiting.
 * @param isHolding whether it holds all answers until `release`
 */
export const startWebhookReceiver = async (isHolding: boolean, milliseconds = 0) => {
  const answered: WebhookCall[] = [];
  let held: (() => void)[] | null = isHolding ? [] : null;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (): void => {
        setTimeout(() => {
          // An ended client has closed its connections.
          if (request.socket.destroyed) return;
          answered.push(JSON.parse(Buffer.concat(chunks).toString()) as WebhookCall);
          response.end();
        }, milliseconds);
      };
      if (held) held.push(answer);
      else answer();
    });
  });
  const url = `http://127.0.0.1:${await portOf(server)}/`;

  return {
    /** The calls that it has answered. */
    answered,
    /** Answers all who wait, and from here on everybody. */
    release(): void {
      const waiting = held ?? [];
      held = null;
      for (const answer of waiting) answer();
    },
    /** Has a Strapi call it; others on its database do so from their next start on. */
    async register(strapi: Core.Strapi, events: string[]): Promise<void> {
      const store = strapi.get('webhookStore') as { createWebhook(webhook: object): Promise<unknown> };
      const webhook = await store.createWebhook({ name: 'test', url, headers: {}, events, isEnabled: true });
      (strapi.get('webhookRunner') as { add(webhook: unknown): void }).add(webhook);
    },
    stop: () => closeServer(server),
  };
};

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;
