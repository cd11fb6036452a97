import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '../../platform/error-body';
import { ERROR_HEADERS } from './delivery-headers';

const MESSAGES: Record<number, string> = {
  400: 'This is no request that can be read. Check the address and the headers for characters that are not allowed.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  431: 'The address and the headers of this request are too long. Send less in them.',
};
const STATUSES: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Only the first of a connection can have been answered in part. */
interface Answering {
  _httpMessage?: { headersSent?: boolean } | null;
}

/**
 * Answers what Node's HTTP parser refuses, and Strapi never sees: as Node does, with a body of the one error shape and
 * headers that let front ends read it.
 */
export const explainUnreadableRequests = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & Answering) => {
    if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
      socket.destroy(error);
      return;
    }
    socket.end(answerOf(STATUSES[error.code ?? ''] ?? 400), () => socket.destroy());
  });
};

const answerOf = (status: number): string => {
  const body = JSON.stringify(errorBody(status, MESSAGES[status]));
  const headers = {
    ...ERROR_HEADERS,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([field, value]) => `${field}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
};
