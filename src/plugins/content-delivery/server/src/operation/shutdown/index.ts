import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebhookQueue } from '../../platform/webhook-queue';
import { createDrain } from './drain';
import type { Traffic } from './traffic';

interface Parts {
  server: Server;
  traffic: Traffic;
  log: { info(message: string): unknown; warn(message: string): unknown };
  /** Seconds for which the server goes on as before, so that load balancers notice. */
  delaySeconds: number;
  /** Seconds from the signal on, the delay included, after which what is left is cut. */
  seconds: number;
  /** Begins to put down other work; resolves when that is done. */
  release(): Promise<unknown>;
  /** Sends the mails that wait for a moment; resolves when that is done. */
  sendMails(): Promise<unknown>;
  /** What is called for all that was done. */
  webhookQueue(): Pick<WebhookQueue, 'count' | 'drain'>;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Seconds that closing takes at most when nothing is left to wait for. */
const CLOSING = 5;

/**
 * Ends a server after a signal. Strapi's own answer to the signal calls the plugin's `destroy`, and goes
 * on to cut connections and to exit when that is done; so that is where `ended` is awaited.
 */
export const createShutdown = (parts: Parts) => {
  const { server, traffic, log, delaySeconds, release } = parts;
  let { seconds } = parts;
  const drain = createDrain(server, traffic);
  let ending: Promise<void> | null = null;

  /** The last ones come from the last requests, and of work that has been put down. */
  const callWebhooks = async (deadline: number): Promise<void> => {
    const queue = parts.webhookQueue();
    const isInTime = (): boolean => Date.now() < deadline;
    const count = await queue.count(isInTime);
    if (count === 0) return;
    log.info(`Calls of webhooks that are still to be made: ${count}.`);
    const lost = await queue.drain(isInTime);
    if (lost > 0) log.warn(`Calls of webhooks that were lost after ${seconds} seconds: ${lost}.`);
  };

  const end = async (): Promise<void> => {
    const deadline = Date.now() + seconds * 1000;
    log.info(`Shutting down. Requests in flight: ${traffic.inFlight.size}.`);
    // Something that cannot be closed must not keep the process forever.
    setTimeout(() => process.exit(1), (seconds + CLOSING) * 1000).unref();
    drain.begin();
    const released = Promise.race([release(), wait(seconds * 1000, null, { ref: false })]);
    if (delaySeconds > 0) await wait(delaySeconds * 1000);
    const [aborted] = await Promise.all([drain.finish(deadline), released]);
    if (aborted > 0) log.warn(`Connections that were cut after ${seconds} seconds: ${aborted}.`);
    else log.info('Every request has been answered.');
    // Mails before calls of webhooks.
    await Promise.race([parts.sendMails(), wait(Math.max(0, deadline - Date.now()), null, { ref: false })]);
    await callWebhooks(deadline);
  };

  return {
    /** How many clients are connected. */
    connections: drain.connections,

    /** Leaves no more time than this; to be called ahead of the signal. */
    limit(milliseconds: number): void {
      seconds = Math.min(seconds, milliseconds / 1000);
    },

    /** Ends the server at the first signal. */
    onSignal(): void {
      for (const signal of SIGNALS) {
        // Ahead of Strapi's own listener.
        process.prependListener(signal, () => {
          ending ??= end();
        });
      }
    },

    /** Resolves when the server has ended; with false, at once, when no signal asked for it. */
    async ended(): Promise<boolean> {
      await ending;
      return ending !== null;
    },
  };
};
