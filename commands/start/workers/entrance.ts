import type { ChildProcess } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { closeListener } from '../../../src/plugins/content-delivery/server/src/operation/shutdown/close-listener';
import {
  placeOfServer,
  whyNotListening,
} from '../../../src/plugins/content-delivery/server/src/operation/startup/listener';
import type { Given } from './names';

interface Place {
  host: string;
  port: number;
}

/** Connections that may wait while no worker is there; what comes beyond is closed. */
const MAX_WAITING = 10_000;

/**
 * Takes the connections of clients and gives each to one of the workers in turn, unread. Those that come while no worker is there wait for
 * one: with `node:cluster` the port would be closed for as long, and connections on their way be reset when it is closed in the end.
 */
export const createEntrance = () => {
  /** Of each worker, the one that comes next first: connections that it has not said it has. */
  const workers = new Map<ChildProcess, Map<number, Socket>>();
  const waiting: Socket[] = [];
  let last = 0;
  let isClosing = false;

  const give = (socket: Socket): void => {
    for (const [worker, given] of workers) {
      if (!worker.connected) continue;
      // To the end of the row.
      workers.delete(worker);
      workers.set(worker, given);
      const connection = (last += 1);
      given.set(connection, socket);
      worker.send({ connection }, socket, { keepOpen: true }, () => undefined);
      return;
    }
    if (waiting.length < MAX_WAITING) waiting.push(socket);
    else socket.destroy();
  };

  // As Node's HTTP server has it.
  const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true }, (socket) => {
    if (!isClosing) give(socket);
  });
  server.on('connection', (socket) => socket.on('error', () => undefined));

  return {
    join(worker: ChildProcess): void {
      const given = new Map<number, Socket>();
      workers.set(worker, given);
      worker.on('message', (message: Given | null) => {
        if (message?.connection === undefined) return;
        // Of this process; the worker has it still.
        given.get(message.connection)?.destroy();
        given.delete(message.connection);
      });
      for (const socket of waiting.splice(0)) give(socket);
    },

    /** What a worker has not begun to read is for another one. */
    leave(worker: ChildProcess): void {
      const given = workers.get(worker);
      workers.delete(worker);
      for (const socket of given?.values() ?? []) give(socket);
    },

    /** @returns the port. @throws Error that says why nothing can listen there */
    open: ({ host, port }: Place): Promise<number> =>
      new Promise((resolve, reject) => {
        // Later ones are those of a connection that could not be accepted.
        server.on('error', (error) =>
          reject(new Error(whyNotListening(placeOfServer({ host, port }), error))),
        );
        server.listen(port, host, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),

    /**
     * Takes no more, and leaves none between here and the workers.
     * @param deadline milliseconds since 1970
     */
    close(deadline: number): Promise<void> {
      isClosing = true;
      return closeListener(server, deadline, { hold: () => undefined, release: give });
    },
  };
};
