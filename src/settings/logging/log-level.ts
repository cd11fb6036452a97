import type { Core } from '@strapi/strapi';
import { textIn } from '../environment/texts';

type Env = Core.Config.Shared.ConfigParams['env'];

const LEVELS = ['error', 'warn', 'info', 'http', 'debug'] as const;

/** How much is logged. */
export type LogLevel = (typeof LEVELS)[number];

/**
 * LOG_LEVEL, or `http` where it is not set or empty.
 * @throws Error for what is no level: winston would log nothing at all, not even why the server does not start
 */
export const logLevelOf = (env: Env): LogLevel => {
  const text = textIn(env, 'LOG_LEVEL', 'http');
  const level = LEVELS.find((name) => name === text);
  if (level === undefined) {
    throw new Error(`LOG_LEVEL is "${text}"; it must be one of ${LEVELS.join(', ')}.`);
  }
  return level;
};
