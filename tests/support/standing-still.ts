import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Nothing of this thread goes on meanwhile, as while its garbage is collected or its process is stopped. */
export const standStill = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/**
 * A server that goes on while the thread of the test stands still.
 * @param answer source of a function: what is written for a chunk that came, both of them texts
 * @param after milliseconds after which it is written
 */
export const serveInThread = async (answer: string, after: number) => {
  const thread = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const answer = ${answer};
     const server = require('node:net').createServer((socket) => {
       socket.on('error', () => undefined);
       socket.on('data', (chunk) => {
         const text = answer(chunk.toString('latin1'));
         setTimeout(() => socket.write(text), ${after});
       });
     });
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  const [port] = (await once(thread, 'message')) as [number];
  return { port, close: async (): Promise<void> => void (await thread.terminate()) };
};
