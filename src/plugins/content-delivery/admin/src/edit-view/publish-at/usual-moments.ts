/** Whether a stored moment is still to come. */
export const isToCome = (moment: string | null | undefined, now: Date): boolean =>
  Boolean(moment) && new Date(moment as string) > now;

const MORNING = 9;

const morningIn = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);

const MONDAY = 1;
const WEEK = 7;

/** Moments that are often meant, where the editor is: tomorrow and next Monday at nine. */
export const usualMoments = (now: Date): { tomorrow: Date; monday: Date } => ({
  tomorrow: morningIn(now, 1),
  monday: morningIn(now, (MONDAY + WEEK - now.getDay()) % WEEK || WEEK),
});
