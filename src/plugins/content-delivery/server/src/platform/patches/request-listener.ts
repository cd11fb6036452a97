import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { otherVersion } from './replace';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** What has taken the place of Strapi's own; others may listen beside it. */
const inItsPlace = new WeakMap<Server, Listener>();

/** What answers each request: what Strapi's HTTP server calls, read at @strapi/core 5.54.0, or what has taken its place. */
export const strapisListener = (server: Server): Listener => {
  const listener = inItsPlace.get(server) ?? (server.listeners('request') as Listener[])[0];
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
  inItsPlace.set(server, listener);
};
