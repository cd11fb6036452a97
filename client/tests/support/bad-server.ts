import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that answers request after request as it is told, the last way for all that come after. */
export const startBadServer = async () => {
  let answers: Answer[] = [];
  const requests: IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer) answer(response, request);
    else response.writeHead(500).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Since it was last told how to answer. */
    requests,
    answer(...next: Answer[]): void {
      answers = next;
      requests.length = 0;
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

export type BadServer = Awaited<ReturnType<typeof startBadServer>>;

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

export const raw =
  (text: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(text);

export const page = (status: number): Answer =>
  raw('<!doctype html><title>Bad Gateway</title>', status, { 'Content-Type': 'text/html; charset=utf-8' });

export const apiError = (status: number, name: string, message: string, headers = {}): Answer =>
  json({ data: null, error: { status, name, message, details: {} } }, status, headers);

/** Never answers. */
export const silence: Answer = () => undefined;

/** Sends a part of a body and cuts the connection. */
export const cutOff: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('[{"slug":"a"},', () => response.destroy());
};

/** Hangs up without a word. */
export const hangUp: Answer = (response) => response.destroy();
