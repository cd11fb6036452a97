import { textIn } from './texts';
import type { Env, Variable } from './variables';

/** What a variable lists: addresses and ranges, separated by commas or spaces. */
export const networksIn = (env: Env, variable: Variable): string[] =>
  textIn(env, variable, '')
    .split(/[\s,]+/)
    .filter(Boolean);

/** What TRUSTED_PROXIES lists. */
export const trustedProxiesIn = (env: Env): string[] => networksIn(env, 'TRUSTED_PROXIES');
