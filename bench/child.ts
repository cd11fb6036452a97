import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question that the benchmark asks one of its processes, and the answer. */
export interface Call {
  id: number;
  command: string;
  argument: unknown;
}
export type Reply = { id: number; result: unknown } | { id: number; failure: string };

type Commands = Record<string, (argument: never) => unknown>;

/** In a child process: answers the benchmark's questions until the benchmark ends. */
export const serveCommands = (commands: Commands): void => {
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ id, command, argument }: Call) => {
    try {
      reply({ id, result: await commands[command]?.(argument as never) });
    } catch (error) {
      reply({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
};

const reply = (message: Reply): void => void process.send?.(message);

/** Has a server listen on 127.0.0.1. @returns its port */
export const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
