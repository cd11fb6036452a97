import net from 'node:net';
import { Transform } from 'node:stream';
import { inTime } from './in-time';
import { until } from './until';

/** A statement that ends a transaction, as PostgreSQL's and MariaDB's drivers send it. */
const COMMIT = Buffer.from('COMMIT;');

/** The connection is cut before a COMMIT, or before its answer; or nothing comes through any more from the COMMIT on. */
export type CommitFault = 'COMMIT' | 'its answer' | 'no answer';

interface Pair {
  incoming: net.Socket;
  /** What goes to the server. */
  statements: Transform;
  outgoing: net.Socket;
}

const join = ({ incoming, statements, outgoing }: Pair): void => {
  incoming.pipe(statements);
  outgoing.pipe(incoming);
};

/** A way to a server that can be cut, and held up. */
export const createRelay = async (target: { host?: string | undefined; port: number }) => {
  const sockets = new Set<net.Socket>();
  const pairs = new Set<Pair>();
  let taken = 0;
  let isSilent = false;
  let cutAt: CommitFault | null = null;
  let cuts = 0;
  const keep = (socket: net.Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const relay = net.createServer((incoming) => {
    const outgoing = net.connect({ ...target });
    keep(incoming);
    keep(outgoing);
    taken += 1;
    const sever = (): void => {
      cuts += 1;
      incoming.destroy();
      outgoing.destroy();
    };
    const statements = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (cutAt === null || !chunk.includes(COMMIT)) return done(null, chunk);
        if (cutAt === 'no answer') return void incoming.once('close', () => outgoing.destroy());
        if (cutAt === 'COMMIT') return sever();
        outgoing.unpipe().once('data', sever).resume();
        done(null, chunk);
      },
    });
    statements.pipe(outgoing);
    const pair = { incoming, statements, outgoing };
    pairs.add(pair);
    // One end that is reset tells the other, as a router's table does; unless nothing is sent at all.
    const tell = (other: net.Socket) => (wasReset: boolean) => {
      if (wasReset && !isSilent && pairs.has(pair)) other.destroy();
    };
    incoming.once('close', tell(outgoing));
    outgoing.once('close', tell(incoming));
    outgoing.once('close', () => pairs.delete(pair));
    if (isSilent) incoming.pause();
    else join(pair);
  });
  const listen = (port: number) =>
    new Promise<void>((done, fail) => {
      relay.once('error', fail).listen(port, '127.0.0.1', () => {
        relay.off('error', fail);
        done();
      });
    });
  await listen(0);
  const { port } = relay.address() as net.AddressInfo;
  const hold = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    /** Cuts all connections and takes no more. */
    async begin(): Promise<void> {
      const closed = new Promise((done) => relay.close(done));
      cut();
      await inTime('the end of a relay', closed);
    },
    /** Takes connections again. Meanwhile, another process may have taken the port. */
    async end(): Promise<void> {
      const listens = (): Promise<boolean> =>
        listen(port).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'EADDRINUSE') return false;
            throw error;
          },
        );
      await until(`port ${port}, which another process has`, listens, { every: 20 });
    },
    /** What becomes from here on of connections on which a COMMIT comes; null for nothing. */
    cutCommits(fault: CommitFault | null): void {
      cutAt = fault;
    },
    /** How many connections were cut at a COMMIT. */
    cuts: (): number => cuts,
    /** How many connections it has taken. */
    taken: (): number => taken,
    /** Takes connections and says nothing, as a machine that has lost its power does to those who know of it. */
    fallSilent(): void {
      isSilent = true;
      hold();
    },
    /**
     * One connection is lost and neither end notices.
     * @param port from which it came
     * @returns tells both ends
     */
    lose(port: number): () => void {
      const lost: net.Socket[] = [];
      for (const pair of pairs) {
        if (pair.incoming.remotePort !== port) continue;
        pairs.delete(pair);
        for (const socket of [pair.incoming, pair.outgoing]) lost.push(socket.unpipe().pause());
      }
      return () => lost.forEach((socket) => socket.destroy());
    },
    /** Lets through all that was held up, as a process does that was stopped; also of those who have gone since. */
    goOn(): void {
      isSilent = false;
      for (const pair of pairs) join(pair);
    },
    /** As if nothing had been; what was open is lost. */
    speakAgain(): void {
      isSilent = false;
      cut();
    },
  };
};

export type Relay = Awaited<ReturnType<typeof createRelay>>;
