import http from 'node:http';
import { inTime } from './in-time';

/** A request whose answer is read only on demand. */
export const openSlowly = (port: number, target: string): Promise<http.IncomingMessage> =>
  inTime(
    `the head of the answer to ${target}`,
    new Promise((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port, path: target, agent: false }, (incoming) => resolve(incoming.pause()))
        .on('error', reject);
    }),
  );

export const textOf = async (incoming: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  const read = async (): Promise<void> => {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  };
  await inTime('the end of an answer', read(), { seen: () => `${Buffer.concat(chunks).length} bytes` });
  return Buffer.concat(chunks).toString('utf8');
};
