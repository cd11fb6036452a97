import type { IncomingMessage, Server } from 'node:http';

/** Carries the address of a connection from a worker to the server behind the private socket, the only place where it is believed. */
const HEADER = 'x-content-delivery-peer';

/** The headers of a request as they came, and whom it came from; what a client puts there itself is left out. */
export const withPeer = ({ rawHeaders, socket }: IncomingMessage): string[] => {
  const headers: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() !== HEADER) headers.push(name, value);
  }
  if (socket.remoteAddress !== undefined) headers.push(HEADER, socket.remoteAddress);
  return headers;
};

/** Headers that the server reads: all that Node lets a worker read (1,000, older versions up to 1,023), and those that it adds. */
const MAX_HEADERS = 1_040;

/** Gives each connection of the private socket the address of the client; it carries one request. */
export const believePeers = (server: Server): void => {
  server.maxHeadersCount = MAX_HEADERS;
  server.prependListener('request', (request) => {
    const value = request.headers[HEADER];
    Reflect.deleteProperty(request.headers, HEADER);
    if (typeof value === 'string') Object.defineProperty(request.socket, 'remoteAddress', { value });
  });
};
