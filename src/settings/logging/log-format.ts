import type { Core } from '@strapi/strapi';

type Env = Core.Config.Shared.ConfigParams['env'];

/** How the log is written: lines for people, or one JSON object each for machines. */
export type LogFormat = 'text' | 'json';

/** JSON in production, unless LOG_FORMAT says otherwise. @throws Error for another LOG_FORMAT */
export const logFormatOf = (env: Env): LogFormat => {
  const format = env('LOG_FORMAT', '') || (env('NODE_ENV') === 'production' ? 'json' : 'text');
  if (format !== 'json' && format !== 'text') {
    throw new Error('LOG_FORMAT must be json or text.');
  }
  return format;
};
