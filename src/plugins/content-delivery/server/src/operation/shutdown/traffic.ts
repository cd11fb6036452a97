import type { ServerResponse } from 'node:http';

/** What is on its way through the server. */
export interface Traffic {
  /** The server is about to end: connections are closed with their next answer. */
  isEnding: boolean;
  /** Answers that Strapi is working on, long lists included; those of the fast lane come and go. */
  readonly inFlight: Set<ServerResponse>;
  /** How many answers ended before they were complete, by the reader or by a fault. */
  aborted: number;
}

export const createTraffic = (): Traffic => ({ isEnding: false, inFlight: new Set(), aborted: 0 });
