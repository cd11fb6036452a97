import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { Core } from '@strapi/strapi';

const HEALTH = '/_health';

/**
 * Answers probes where the server will listen, while it cannot: Strapi listens only when all of it is loaded, and waits for
 * the database before. Liveness probes succeed, so it is not restarted, and no balancer sends it requests.
 */
export const createWaitingRoom = (strapi: Core.Strapi) => {
  let reason = 'The database cannot be reached.';
  const answer: RequestListener = ({ url = '' }, response) => {
    if (url.split('?')[0] === HEALTH) {
      // As Strapi's own.
      response.writeHead(204, { strapi: 'You are so French!' }).end();
      return;
    }
    response
      .writeHead(503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'Retry-After': '5' })
      .end(JSON.stringify({ status: 'unavailable', reason }));
  };
  let server: ReturnType<typeof createServer> | null = null;

  return {
    async open(): Promise<void> {
      const { host, port, socket } = strapi.config.get<{ host: string; port: number; socket?: string }>(
        'server',
      );
      if (server || socket) return;
      const listening = createServer(answer);
      try {
        listening.listen(port, host);
        await once(listening, 'listening');
        server = listening;
      } catch (error) {
        // Strapi says so, too, when it comes to listen; a command beside a running server listens nowhere.
        strapi.log.debug(`Nothing answers probes meanwhile: ${(error as Error).message}`);
      }
    },
    /** The reason that probes get from now on. */
    say(words: string): void {
      reason = words;
    },
    async close(): Promise<void> {
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      server = null;
      await closed;
    },
  };
};

export type WaitingRoom = ReturnType<typeof createWaitingRoom>;
