import net from 'node:net';
import type { AddressInfo } from 'node:net';

/** Stands between a front end and a server, and can be cut off. */
export const startRelay = async (target: string) => {
  const { hostname, port } = new URL(target);
  const open = new Set<net.Socket>();
  let isCut = false;
  let refused = 0;
  const relay = net.createServer((incoming) => {
    if (isCut) {
      refused += 1;
      incoming.destroy();
      return;
    }
    const outgoing = net.connect(Number(port), hostname);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
  const cut = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };

  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    /** From now on every connection ends at once. */
    cut,
    /** How many connections have ended so. */
    refused: (): number => refused,
    async stop(): Promise<void> {
      cut();
      await new Promise((done) => relay.close(done));
    },
  };
};
