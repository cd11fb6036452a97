import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERROR_HEADERS } from '../http/delivery-headers';
import type { LimitRefusal } from '../../access/limits';
import { errorBody } from '../../platform/error-body';

/** Answers a request over a limit as Strapi would; the response's headers have the state of the limit already. */
export const refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  { message }: LimitRefusal,
): void => {
  const body = JSON.stringify(errorBody(429, message));
  response.writeHead(429, { ...ERROR_HEADERS, 'Content-Length': String(Buffer.byteLength(body)) });
  response.end(request.method === 'HEAD' ? undefined : body);
};
