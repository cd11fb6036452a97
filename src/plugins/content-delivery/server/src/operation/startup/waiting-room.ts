import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { Core } from '@strapi/strapi';
import { placeOf, whyNotListening } from './listener';
import { refusal } from '../../platform/refusal';

interface ServerSettings {
  host: string;
  port: number;
  socket?: string;
  /** False for a command, which does its work beside a server. */
  listens?: boolean;
}

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
    /** @throws Error when the server could not listen there later either */
    async open(): Promise<void> {
      const { host, port, socket, listens } = strapi.config.get<ServerSettings>('server');
      if (server || socket || listens === false) return;
      const listening = createServer(answer);
      try {
        listening.listen(port, host);
        await once(listening, 'listening');
        server = listening;
      } catch (error) {
        // An earlier server may be about to end.
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
          throw refusal(whyNotListening(placeOf(strapi), error as Error));
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
