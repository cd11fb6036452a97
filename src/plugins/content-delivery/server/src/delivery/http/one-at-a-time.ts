import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { listenFirst, strapisListener } from '../../platform/patches/request-listener';

/** Requests that may wait on one connection: far more than who sends some ahead of their answers has. */
const MAX_WAITING = 100;

/**
 * Begins a request when the answers to those before it on its connection have been sent. Node reads ahead, and of a connection that is
 * lost it tells the answer that is being sent alone: what the others had begun, open files above all, stayed for good.
 */
export const answerOneAtATime = (server: Server): void => {
  const listener = strapisListener(server);
  const waiting = new WeakMap<Socket, number>();
  listenFirst(server, (request, response) => {
    // An answer has the connection once it is its turn.
    if (response.socket) return listener(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING) return void socket.destroy();
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      // Node is about to write what the answer has.
      process.nextTick(() => {
        if (!socket.destroyed) listener(request, response);
      });
    });
  });
};
