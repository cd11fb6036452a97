import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

type Done = (status: number, body: Buffer[]) => void;

/**
 * One keep-alive connection that asks one thing at a time. Written by hand over node:net, so that the load
 * generator is never what a round measures.
 */
export class Connection {
  private head: Buffer = Buffer.alloc(0);
  private body: Buffer[] = [];
  private status = 0;
  /** Bytes of the body that are still to come; -1 while the head is not complete. */
  private missing = -1;
  private done: Done | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly keepsBodies: boolean,
    private readonly fail: (error: Error) => void,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', fail);
    socket.on('close', () => this.done && fail(new Error('The server closed a connection in use.')));
  }

  static open(port: number, fail: (error: Error) => void, keepsBodies = false): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket, keepsBodies, fail)));
      socket.once('error', reject);
    });
  }

  send(request: Buffer, done: Done): void {
    this.done = done;
    this.socket.write(request);
  }

  close(): void {
    this.done = null;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    if (this.missing >= 0) return this.takeBody(chunk);
    const received = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
    const end = received.indexOf(HEAD_END);
    if (end === -1) {
      this.head = received;
      return;
    }
    const head = received.toString('latin1', 0, end);
    this.head = Buffer.alloc(0);
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined && this.status !== 304 && this.status !== 204) {
      return this.fail(new Error(`A response (${this.status}) has no Content-Length.`));
    }
    this.missing = this.status === 304 ? 0 : Number(length ?? 0);
    this.takeBody(received.subarray(end + HEAD_END.length));
  }

  private takeBody(chunk: Buffer): void {
    this.missing -= chunk.length;
    if (this.keepsBodies) this.body.push(chunk);
    if (this.missing > 0) return;
    const { done, body } = this;
    this.missing = -1;
    this.body = [];
    this.done = null;
    done?.(this.status, body);
  }
}

/** The bytes of a GET request. */
export const requestBytes = (path: string, headers: Record<string, string> = {}): Buffer =>
  Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ].join('\r\n'),
  );
