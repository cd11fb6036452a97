import { request as ask, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ApiError } from '../../../../contracts/delivery';
import { errorBody } from '../../platform/error-body';
import { withPeer } from './client-address';

/** Of one connection, and not of the message; what this side has answered already; and what names trailers, which end here. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'expect',
  'trailer',
]);

const without = (headers: readonly string[], names: ReadonlySet<string>): string[] =>
  headers.filter((_, at) => !names.has(headers[at - (at % 2)]?.toLowerCase() ?? ''));

const OF_THE_ANSWER = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Seconds after which a client may come again; the server is back in a few. */
const RETRY_AFTER = 5;

const AWAY = errorBody(503, `The server is being started again. Please try again in ${RETRY_AFTER} seconds.`);

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const refuse = (response: ServerResponse, body: ApiError, headers: Record<string, string> = {}): void => {
  response
    .writeHead(body.error.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    })
    .end(JSON.stringify(body));
};

/**
 * Hands requests to the server behind a private socket, and its answers back, each over a connection that is made for it: nothing of
 * one client meets another's, and a server that has been started again is found at once.
 */
export const createHandOn =
  (socketPath: string) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
    const headers = [
      ...without(withPeer(request), OF_THE_CONNECTION),
      // HTTP/1.0 may leave it out, and goes on as HTTP/1.1, which may not.
      ...(request.headers.host === undefined ? ['Host', ''] : []),
      // Left open, it closes only where the server wants the client's closed as well.
      'Connection',
      'keep-alive',
      // Node would send an empty body in pieces.
      ...(hasBody || isRead(request) ? [] : ['Content-Length', '0']),
    ];
    let handed: ClientRequest;
    try {
      handed = ask({
        socketPath,
        agent: false,
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: headers as never,
      });
    } catch {
      // Node does not write all that it reads, and an error here would end the process.
      request.resume();
      return refuse(response, errorBody(400));
    }

    handed.on('response', (answer) => {
      const { statusCode = 502, statusMessage = '', rawHeaders } = answer;
      const isLast = answer.headers.connection === 'close' || response.getHeader('connection') === 'close';
      const given = without(rawHeaders, OF_THE_ANSWER);
      if (isLast) given.push('Connection', 'close');
      response.writeHead(statusCode, statusMessage, given);
      answer.on('error', () => response.destroy());
      answer.on('end', () => {
        // What is left of a body that the server did not want.
        request.unpipe(handed);
        request.resume();
        handed.destroy();
      });
      answer.pipe(response);
    });
    handed.on('error', () => {
      request.unpipe(handed);
      request.resume();
      if (response.headersSent) response.destroy();
      else if (!response.destroyed) refuse(response, AWAY, { 'Retry-After': String(RETRY_AFTER) });
    });
    response.on('close', () => {
      if (!response.writableFinished) handed.destroy();
    });
    request.pipe(handed);
  };
