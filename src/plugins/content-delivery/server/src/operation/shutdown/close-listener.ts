import type { Server, Socket } from 'node:net';
import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises';
import { closeListening } from '../../platform/patches/close-listener';

/** Milliseconds without a new connection after which none is expected. */
const QUIET = 100;
/** Milliseconds for which quiet is waited for: callers who do not wait for one another never leave any. */
const MAX_NOISE = 300;
/** Milliseconds after which it is closed in any case. */
const MAX_WAIT = 3_000;
const LOOK_EVERY = 5;

/** What becomes of connections that come while it is waited for quiet. */
interface Holding {
  hold(socket: Socket): void;
  release(socket: Socket): void;
}

const UNREAD: Holding = {
  // Node begins to read once the listeners have been called.
  hold: (socket) => process.nextTick(() => socket.pause()),
  release: (socket) => socket.resume(),
};

/**
 * Accepts no more connections, and resets none. The kernel makes connections by itself and keeps them for Node, which takes one in a
 * tick; when the listener is closed it resets those it still has. So it is closed in a tick that had none to take. Until then new
 * ones are taken and not read, so that callers who wait for an answer before they come again leave a moment of quiet, and
 * a tick without one is short.
 * @param deadline milliseconds since 1970, after which it is closed in any case
 */
export const closeListener = async (
  server: Server,
  deadline: number,
  { hold, release }: Holding = UNREAD,
): Promise<void> => {
  const held: Socket[] = [];
  const begun = performance.now();
  const longest = Math.min(MAX_WAIT, deadline - Date.now());
  let latest = begun;
  const take = (socket: Socket): void => {
    latest = performance.now();
    held.push(socket);
    hold(socket);
  };
  server.on('connection', take);
  const isBefore = (milliseconds: number): boolean => performance.now() < begun + milliseconds;
  const isNoisy = (): boolean => isBefore(Math.min(MAX_NOISE, longest)) && performance.now() < latest + QUIET;
  let taken: number;
  do {
    while (isNoisy()) await wait(LOOK_EVERY);
    taken = held.length;
    await tick();
  } while (held.length > taken && isBefore(longest));
  closeListening(server);
  server.off('connection', take);
  for (const socket of held) release(socket);
};
