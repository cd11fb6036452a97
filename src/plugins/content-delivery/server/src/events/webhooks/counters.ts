import type { Recorded } from './record';

/** What this instance has sent since it was started. */
export const createWebhookCounters = () => {
  const figures = { delivered: 0, failedAttempts: 0, givenUp: 0 };
  return {
    figures: (): Readonly<typeof figures> => figures,
    count({ isDelivered, isGivenUp }: Recorded): void {
      if (isDelivered) figures.delivered += 1;
      else figures.failedAttempts += 1;
      if (isGivenUp) figures.givenUp += 1;
    },
  };
};

export type WebhookCounters = ReturnType<typeof createWebhookCounters>;
