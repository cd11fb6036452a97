import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { otherVersion } from './replace';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** What Strapi's HTTP server calls with each request, read at @strapi/core 5.54.0. */
export const strapisListener = (server: Server): Listener => {
  const [listener] = server.listeners('request') as Listener[];
  if (!listener) throw otherVersion('The listener of the HTTP server', '@strapi/core 5.54.0');
  return listener;
};

/**
 * Changes that: the first middleware only runs when Koa has made its context, which takes longer than an answer from memory. Another
 * listener takes its place, and hands on to it.
 */
export const listenFirst = (server: Server, listener: Listener): void => {
  server.removeListener('request', strapisListener(server));
  server.on('request', listener);
};
