import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What happens on a connection. */
interface Use {
  /** Requests that have arrived and whose answers are not sent to their end. */
  unanswered: number;
  /** The latest one, which may still be sending its body. */
  latest: IncomingMessage | null;
  /** Since when no request is open, in milliseconds since 1970. */
  freeSince: number;
  /** Bytes that had been read when the latest request was over; null while that is not known. */
  readBefore: number | null;
}

/**
 * Keeps which connections of a server are in use. Node's own `closeIdleConnections` takes an answer for sent when all of
 * it is handed over, while a slow reader may not have got the half.
 */
export const watchConnections = (server: Server) => {
  const uses = new Map<Socket, Use>();

  server.on('connection', (socket) => {
    uses.set(socket, { unanswered: 0, latest: null, freeSince: Date.now(), readBefore: 0 });
    socket.once('close', () => uses.delete(socket));
  });

  // Not in the first place, where the fast lane looks for Koa. Of a response, 'close' is the end: its last byte was taken.
  server.on('request', (request, response) => {
    const use = uses.get(request.socket);
    if (!use) return;
    use.unanswered += 1;
    use.latest = request;
    use.readBefore = null;
    response.on('close', freeAgain);
  });

  /** One function for all requests, as this is on the way of each. */
  function freeAgain(this: ServerResponse): void {
    const use = uses.get(this.req.socket);
    if (!use) return;
    use.unanswered -= 1;
    use.freeSince = Date.now();
    if (this.req.complete) use.readBefore = this.req.socket.bytesRead;
  }

  /** True when no request has come, is coming, or waits for the rest of its answer. */
  const isFree = (socket: Socket, use: Use): boolean => {
    if (use.unanswered > 0 || socket.writableLength > 0 || use.latest?.complete === false) return false;
    use.readBefore ??= socket.bytesRead;
    // What was read since then is the beginning of a request.
    return socket.bytesRead === use.readBefore;
  };

  return {
    count: (): number => uses.size,

    /** Closes the connections that have been free since then. */
    closeFree(since: number): void {
      for (const [socket, use] of uses) {
        if (isFree(socket, use) && use.freeSince <= since) socket.destroySoon();
      }
    },

    /** @returns how many connections it aborted, not counting those that were free */
    closeAll(): number {
      let aborted = 0;
      for (const [socket, use] of uses) {
        if (!isFree(socket, use)) aborted += 1;
        socket.destroy();
      }
      return aborted;
    },
  };
};
