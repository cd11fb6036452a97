import { choiceIn } from '../environment/texts';
import type { Env } from '../environment/variables';

const LEVELS = ['error', 'warn', 'info', 'http', 'debug'] as const;

/** How much is logged. */
export type LogLevel = (typeof LEVELS)[number];

/**
 * LOG_LEVEL, or `http` where it is not set or empty.
 * @throws Error for what is no level: winston would log nothing at all, not even why the server does not start
 */
export const logLevelOf = (env: Env): LogLevel => choiceIn(env, 'LOG_LEVEL', 'http', LEVELS);
