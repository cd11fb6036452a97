import type { Server } from 'node:http';
import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises';
import { closeListener } from './close-listener';
import { watchConnections } from './connections';
import type { Traffic } from './traffic';

/** Milliseconds for which a connection without a request stays open: one may be on its way already. */
const GRACE = 1_000;
const LOOK_EVERY = 50;

/**
 * Lets an HTTP server end without cutting a request: whatever has arrived is answered, and each connection is closed
 * after its answer.
 */
export const createDrain = (server: Server, traffic: Traffic) => {
  const connections = watchConnections(server);
  let begun = 0;

  return {
    /** How many there are. */
    connections: connections.count,

    /** From here on each answer says that it is the last one of its connection. */
    begin(): void {
      traffic.isEnding = true;
      begun = Date.now();
      // Ahead of both lanes.
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
      for (const response of traffic.inFlight) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
    },

    /**
     * Accepts no more connections, and waits for those that there are.
     * @param deadline milliseconds since 1970, after which what is left is cut
     * @returns how many connections were cut
     */
    async finish(deadline: number): Promise<number> {
      await closeListener(server, deadline);
      while (connections.count() > 0 && Date.now() < deadline) {
        // Between timers and this, what has arrived is read: a busy process may not have seen it yet.
        await tick();
        const graceBefore = Date.now() - GRACE;
        if (begun <= graceBefore) connections.closeFree(graceBefore);
        await wait(LOOK_EVERY);
      }
      return connections.closeAll();
    },
  };
};
