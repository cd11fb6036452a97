import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import type { ChangeSource } from '../../../../contracts/history';

/** Where a write comes from. */
export interface Origin {
  source: ChangeSource;
  /** The row number of the admin user; null for none. */
  userId: number | null;
  /** True for work on so many entries that the change log names none of them. */
  isLarge: boolean;
  /** The job, or other work of several transactions, that it is part of: what happens in one is shown together. */
  work?: string;
}

/** Entries from which on work is large. */
export const LARGE = 500;

const running = new AsyncLocalStorage<Origin>();

/** Does work whose writes come from here, rather than from the request that it is part of. */
export const writtenBy = <Result>(origin: Origin, work: () => Promise<Result>): Promise<Result> =>
  running.run(origin, work);

interface State {
  user?: { id?: unknown };
  /** Only users of the admin panel have it. */
  userAbility?: unknown;
}

/** Where the running write comes from: the work that it is part of, else the panel, else a command. */
export const originOf = (strapi: Core.Strapi): Origin => {
  const origin = running.getStore();
  if (origin) return origin;
  const request = strapi.requestContext.get();
  const { user, userAbility } = (request?.state ?? {}) as State;
  const userId = userAbility && typeof user?.id === 'number' ? user.id : null;
  return { source: request ? 'panel' : 'command', userId, isLarge: false };
};
