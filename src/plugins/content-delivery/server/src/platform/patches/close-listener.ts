import net from 'node:net';

/**
 * Goes past `close` of Node's HTTP server, read at Node 24: since version 19 it also closes idle connections at once, on which a request may be on
 * its way (https://github.com/nodejs/node/issues/53939, meant so). Closes what listens, and no connection.
 */
export const closeListening = (server: net.Server): void => {
  net.Server.prototype.close.call(server);
};
