import net from 'node:net';

/** A way to a server that can be cut, and held up. */
export const createRelay = async (target: { host?: string | undefined; port: number }) => {
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const relay = net.createServer((incoming) => {
    const outgoing = net.connect({ ...target });
    keep(incoming);
    keep(outgoing);
    incoming.pipe(outgoing).pipe(incoming);
  });
  const listen = (port: number) => new Promise<void>((done) => relay.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = relay.address() as net.AddressInfo;
  return {
    port,
    /** Cuts all connections and takes no more. */
    async begin(): Promise<void> {
      const closed = new Promise((done) => relay.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    end: () => listen(port),
    /** Lets nothing through any more, with all connections open. */
    hold(): void {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
};
