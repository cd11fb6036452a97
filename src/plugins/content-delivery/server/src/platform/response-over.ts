import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** By connection, so that it has one listener for however many requests wait on it. */
const waiting = new WeakMap<Socket, Set<() => void>>();

const waitingOn = (socket: Socket): Set<() => void> => {
  const known = waiting.get(socket);
  if (known) return known;
  const calls = new Set<() => void>();
  waiting.set(socket, calls);
  socket.once('close', () => {
    for (const call of calls) call();
  });
  return calls;
};

/** True when a response has been sent to its end, or can not be sent any more. */
export const isOver = (res: ServerResponse): boolean => res.closed || res.req.socket.destroyed;

/**
 * Calls once when a response is over, at once where it is. Its own 'close' does not tell of everything: not of what was
 * before somebody listened, and never of an answer that waits behind another one on a connection that is lost.
 */
export const whenOver = (res: ServerResponse, call: () => void): void => {
  if (isOver(res)) return call();
  const calls = waitingOn(res.req.socket);
  const over = (): void => {
    if (calls.delete(over)) call();
  };
  calls.add(over);
  res.once('close', over);
};
