import { Connection, requestBytes } from './connection';

/** What is asked for at a steady pace, whatever the server does meanwhile. */
export interface Steady {
  port: number;
  /** Taken in turns. */
  paths: string[];
  connections: number;
  /** Milliseconds between two requests of one connection. */
  every: number;
}

/** How long answers were waited for, in milliseconds, from when the request was due. */
export interface Waits {
  requests: number;
  p50: number;
  longest: number;
}

/** Readers who come whether the last of them was answered or not: one that waits makes the next ones wait, too. */
export const createSteady = () => {
  let waits: number[] = [];
  let stop: (() => void) | null = null;

  const start = async ({ port, paths, connections, every }: Steady): Promise<void> => {
    const requests = paths.map((path) => requestBytes(path));
    let asked = 0;
    let isOver = false;
    const fail = (error: Error): void => {
      if (!isOver) throw error;
    };
    const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port, fail)));
    const drive = (connection: Connection, due: number): void => {
      const send = (): void => {
        if (isOver) return connection.close();
        asked += 1;
        connection.send(requests[asked % requests.length] as Buffer, (status) => {
          if (status !== 200) throw new Error(`Status ${status} in place of 200.`);
          const now = performance.now();
          waits.push(now - due);
          drive(connection, Math.max(due + every, now - every));
        });
      };
      const left = due - performance.now();
      if (left > 0) setTimeout(send, left);
      else send();
    };
    const begun = performance.now();
    open.forEach((connection, place) => drive(connection, begun + (place * every) / connections));
    stop = () => (isOver = true);
  };

  return {
    start,
    /** The waits since the last call. */
    take(): Waits {
      const ascending = Float64Array.from(waits).sort();
      waits = [];
      return {
        requests: ascending.length,
        p50: ascending[Math.floor(ascending.length / 2)] ?? 0,
        longest: ascending.at(-1) ?? 0,
      };
    },
    stop: (): void => stop?.(),
  };
};
