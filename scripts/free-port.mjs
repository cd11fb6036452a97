// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that is free at this moment. */
export const freePort = async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (holder.address());
  holder.close();
  await once(holder, 'close');
  return port;
};
