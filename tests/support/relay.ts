import net from 'node:net';

/** A way to a server that can be cut, and held up. */
export const createRelay = async (target: { host?: string | undefined; port: number }) => {
  const sockets = new Set<net.Socket>();
  const pairs = new Set<[net.Socket, net.Socket]>();
  let taken = 0;
  let isSilent = false;
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
    const pair: [net.Socket, net.Socket] = [incoming, outgoing];
    pairs.add(pair);
    outgoing.once('close', () => pairs.delete(pair));
    if (isSilent) incoming.pause();
    else incoming.pipe(outgoing).pipe(incoming);
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
      await closed;
    },
    /** Takes connections again. Meanwhile, another process may have been given the port for one of its own. */
    async end(): Promise<void> {
      for (;;) {
        try {
          return await listen(port);
        } catch (error) {
          if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    },
    /** How many connections it has taken. */
    taken: (): number => taken,
    /** Takes connections and says nothing, as a machine that has lost its power does to those who know of it. */
    fallSilent(): void {
      isSilent = true;
      hold();
    },
    /** Lets through all that was held up, as a process does that was stopped; also of those who have gone since. */
    goOn(): void {
      isSilent = false;
      for (const [incoming, outgoing] of pairs) incoming.pipe(outgoing).pipe(incoming);
    },
    /** As if nothing had been; what was open is lost. */
    speakAgain(): void {
      isSilent = false;
      cut();
    },
  };
};
