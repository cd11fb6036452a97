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

const signals = new WeakMap<ServerResponse, AbortSignal>();

/** Aborts once the response has closed; one for all that a request has under way. */
export const closedSignal = (res: ServerResponse): AbortSignal => {
  const known = signals.get(res);
  if (known) return known;
  const gone = new AbortController();
  signals.set(res, gone.signal);
  onResponseClosed(res, () => gone.abort());
  return gone.signal;
};

/** True when a response has been sent to its end, or cannot be sent any more. */
export const isResponseClosed = (res: ServerResponse): boolean => res.closed || res.req.socket.destroyed;

/**
 * Calls back once the response has closed; immediately if it already has. Its own 'close' event is not enough: it is not
 * repeated for those who listen later, and never comes for a response that waits behind another one on a lost connection.
 */
export const onResponseClosed = (res: ServerResponse, call: () => void): void => {
  if (isResponseClosed(res)) return call();
  const calls = waitingOn(res.req.socket);
  const over = (): void => {
    if (calls.delete(over)) call();
  };
  calls.add(over);
  res.once('close', over);
};
