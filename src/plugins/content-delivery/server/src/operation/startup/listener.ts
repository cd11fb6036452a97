import type { Core } from '@strapi/strapi';

/** Where something is to listen, and the variables that say so. */
export interface Place {
  host: string;
  port: number;
  /** `HOST` or `METRICS_HOST`. */
  hostVariable: string;
  portVariable: string;
}

/** Why it cannot listen there, and what to do. */
export const whyNotListening = (
  { host, port, hostVariable, portVariable }: Place,
  { code, message }: NodeJS.ErrnoException,
): string => {
  const where = `${host}, port ${port} (${hostVariable}, ${portVariable})`;
  if (code === 'EADDRINUSE')
    return `Something listens at ${where} already: end it, or set ${portVariable} to another port.`;
  if (code === 'EACCES' && port < 1024)
    return (
      `This user may not open ${where}: set ${portVariable} to a port from 1024 on and put a proxy in front, ` +
      'or give the process the right to lower ones (CAP_NET_BIND_SERVICE).'
    );
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    return (
      `${hostVariable} is ${host}, which is no address of this machine (${code}): ` +
      'set it to one that is, to 127.0.0.1 for this machine alone or to 0.0.0.0 for all its addresses.'
    );
  if (code === 'ENOTFOUND' || code?.startsWith('EAI_'))
    return (
      `${hostVariable} is ${host}, a name for which no address was found (${code}): ` +
      'set it to an address of this machine, or to 0.0.0.0 for all of them.'
    );
  return `Nothing can listen at ${where}: ${message}.`;
};

/** Where the server itself listens. */
export const placeOfServer = (listener: Pick<Place, 'host' | 'port'>): Place => ({
  ...listener,
  hostVariable: 'HOST',
  portVariable: 'PORT',
});

export const placeOf = (strapi: Core.Strapi): Place =>
  placeOfServer({
    host: strapi.config.get<string>('server.host'),
    port: strapi.config.get<number>('server.port'),
  });

/** Strapi ends the process only where the port is taken; after any other error it would neither serve nor end. */
export const endUnlessListening = (strapi: Core.Strapi): void => {
  const { httpServer } = strapi.server;
  const end = (error: Error): void => strapi.stopWithError(whyNotListening(placeOf(strapi), error));
  // Ahead of Strapi's own listener, which would say it again.
  httpServer.prependListener('error', end);
  httpServer.once('listening', () => httpServer.off('error', end));
};
