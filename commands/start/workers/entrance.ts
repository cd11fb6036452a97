import type { ChildProcess } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { closeListener } from '../../../src/plugins/content-delivery/server/src/operation/shutdown/close-listener';
import {
  placeOfServer,
  whyNotListening,
} from '../../../src/plugins/content-delivery/server/src/operation/startup/listener';
import { createPatientTimers } from '../../../src/plugins/content-delivery/server/src/platform/patient-timer';
import type { Given } from './names';

interface Place {
  host: string;
  port: number;
}

interface Row {
  /** Connections that the worker has not said it has, by their numbers, which grow. */
  given: Map<number, Socket>;
  /** It gets none while another worker can take them. */
  isSilent: boolean;
  /** Ends the wait for its next word. */
  stopWaiting(): void;
}

/** Milliseconds without a word on a connection after which a worker is asked for one. */
const SILENCE = 5_000;
/** Milliseconds after that in which it has to say one. */
const PATIENCE = 25_000;

/** Connections that may wait while no worker is there; what comes beyond is closed. */
const MAX_WAITING = 10_000;

/**
 * Takes the connections of clients and gives each to one of the workers in turn, unread. Those that come while no worker is there wait for
 * one: with `node:cluster` the port would be closed for as long, and connections on their way be reset when it is closed in the end.
 * @param hangs called with a worker that says nothing any more
 */
export const createEntrance = (hangs: (worker: ChildProcess) => void) => {
  /** The one that comes next first. */
  const workers = new Map<ChildProcess, Row>();
  const startTimer = createPatientTimers();
  const waiting: Socket[] = [];
  let last = 0;
  let isClosing = false;

  const listenTo = (worker: ChildProcess, row: Row): void => {
    row.stopWaiting();
    row.stopWaiting = startTimer(SILENCE, () => {
      row.isSilent = true;
      // Of a connection whose descriptor found no room in it, it knows nothing.
      worker.send({ connection: (last += 1) }, () => undefined);
      row.stopWaiting = startTimer(PATIENCE, () => hangs(worker));
    });
  };

  /** Only where all are silent, a silent one. */
  const nextWorker = (): [ChildProcess, Row] | undefined => {
    let silent: [ChildProcess, Row] | undefined;
    for (const entry of workers) {
      if (!entry[0].connected) continue;
      if (!entry[1].isSilent) return entry;
      silent ??= entry;
    }
    return silent;
  };

  const give = (socket: Socket): void => {
    const next = nextWorker();
    if (!next) {
      if (waiting.length < MAX_WAITING) waiting.push(socket);
      else socket.destroy();
      return;
    }
    const [worker, row] = next;
    // To the end of the row.
    workers.delete(worker);
    workers.set(worker, row);
    if (row.given.size === 0) listenTo(worker, row);
    const connection = (last += 1);
    row.given.set(connection, socket);
    worker.send({ connection }, socket, { keepOpen: true }, () => undefined);
  };

  /** It answers in the order in which it was given them: what it passes over never came to it, and is for another one. */
  const confirm = (worker: ChildProcess, row: Row, latest: number): void => {
    row.stopWaiting();
    row.isSilent = false;
    for (const [connection, socket] of row.given) {
      if (connection > latest) break;
      row.given.delete(connection);
      // Of this process; the worker has it still.
      if (connection === latest) socket.destroy();
      else give(socket);
    }
    if (row.given.size > 0) listenTo(worker, row);
  };

  // As Node's HTTP server has it.
  const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true }, (socket) => {
    if (!isClosing) give(socket);
  });
  server.on('connection', (socket) => socket.on('error', () => undefined));

  return {
    join(worker: ChildProcess): void {
      const row: Row = { given: new Map(), isSilent: false, stopWaiting: () => undefined };
      workers.set(worker, row);
      worker.on('message', (message: Given | null) => {
        if (message?.connection !== undefined) confirm(worker, row, message.connection);
      });
      for (const socket of waiting.splice(0)) give(socket);
    },

    /** What a worker has not begun to read is for another one. */
    leave(worker: ChildProcess): void {
      const row = workers.get(worker);
      workers.delete(worker);
      row?.stopWaiting();
      const left = [...(row?.given.values() ?? [])];
      // A word of it may still be on its way here.
      row?.given.clear();
      for (const socket of left) give(socket);
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
