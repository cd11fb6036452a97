import http from 'node:http';

/** A request whose answer is read only on demand. */
export const openSlowly = (port: number, target: string): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: target, agent: false }, (incoming) => resolve(incoming.pause()))
      .on('error', reject);
  });

export const textOf = async (incoming: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};
