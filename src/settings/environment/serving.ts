import { hostIn } from './hosts';
import { numberIn, wholeNumber } from './numbers';
import type { Env } from './variables';

/** Where the server listens. @throws Error that names the variable and what it may be */
export const listenerIn = (env: Env): { host: string; port: number } => ({
  host: hostIn(env, 'HOST', '0.0.0.0'),
  // 0 is any free port.
  port: wholeNumber(env, 'PORT', 1337, { min: 0, max: 65_535 }),
});

/** How long the end of the server may take, and how long it waits before it. @throws Error that names the variable */
export const shutdownIn = (env: Env): { shutdownSeconds: number; shutdownDelaySeconds: number } => ({
  shutdownSeconds: numberIn(env, 'SHUTDOWN_SECONDS', 30),
  shutdownDelaySeconds: numberIn(env, 'SHUTDOWN_DELAY_SECONDS', 0),
});
