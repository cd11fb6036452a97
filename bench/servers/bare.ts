/** The reference: node:http, or Koa, sending given bytes and nothing else. */
import { createServer } from 'node:http';
import Koa from 'koa';
import { listen, serveCommands } from '../child';

export interface Fixed {
  status: number;
  headers: Record<string, string>;
  /** Base64; null for a response without a body. */
  body: string | null;
}

let status = 200;
let headers: Record<string, string> = {};
let body: Buffer | undefined;

const bareNode = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(body);
});

const koa = new Koa();
koa.use((ctx) => {
  ctx.status = status;
  ctx.set(headers);
  if (body) ctx.body = body;
});
const bareKoa = createServer(koa.callback());

serveCommands({
  listen: async () => ({ node: await listen(bareNode), koa: await listen(bareKoa) }),
  answer(fixed: Fixed) {
    status = fixed.status;
    headers = fixed.headers;
    body = fixed.body === null ? undefined : Buffer.from(fixed.body, 'base64');
  },
});
