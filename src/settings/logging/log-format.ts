import { choiceIn, textIn } from '../environment/texts';
import type { Env } from '../environment/variables';

const FORMATS = ['json', 'text'] as const;

/** How the log is written: lines for people, or one JSON object each for machines. */
export type LogFormat = (typeof FORMATS)[number];

/** JSON in production, unless LOG_FORMAT says otherwise. @throws Error for another LOG_FORMAT */
export const logFormatOf = (env: Env): LogFormat =>
  choiceIn(env, 'LOG_FORMAT', textIn(env, 'NODE_ENV', '') === 'production' ? 'json' : 'text', FORMATS);
