import http from 'node:http';
import type { Core } from '@strapi/strapi';
import { closeServer, portOf } from './connections';

interface Webhook {
  id: string;
}

/**
 * Holds work on thousands of pages between two steps: it is no faster than webhooks are called, and this one answers nobody. It
 * holds this server, and processes on its database that start from now on. All need `HELD_WORK` in their environment.
 * @param event what the work does to each page
 */
export const holdWork = async (strapi: Core.Strapi, event: 'entry.publish' | 'entry.update') => {
  const server = http.createServer(() => undefined);
  const store = strapi.get('webhookStore') as {
    createWebhook(webhook: object): Promise<Webhook>;
    deleteWebhook(id: string): Promise<unknown>;
  };
  const runner = strapi.get('webhookRunner') as {
    add(webhook: Webhook): void;
    remove(webhook: Webhook): void;
  };
  const url = `http://127.0.0.1:${await portOf(server)}/`;
  const webhook = await store.createWebhook({
    name: 'never answers',
    url,
    headers: {},
    events: [event],
    isEnabled: true,
  });
  runner.add(webhook);
  return {
    /** Nobody is held any more. */
    async release(): Promise<void> {
      runner.remove(webhook);
      await store.deleteWebhook(webhook.id);
      await closeServer(server);
    },
  };
};

export const HELD_WORK = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
