import { createLogger, formats, type winston } from '@strapi/logger';
import { jsonLines } from '../../src/settings/logging/json-lines';
import { logFormatOf } from '../../src/settings/logging/log-format';
import { logLevelOf } from '../../src/settings/logging/log-level';
import type { Env } from '../../src/settings/environment/variables';

/** Hands the variables of this process over, without Strapi. */
export const environment = ((name: string, usual?: string) => process.env[name] ?? usual) as Env;

/** The log of what runs without a Strapi, or before there is one. */
export const firstLog = (): winston.Logger =>
  createLogger({ level: level(), format: isJson() ? jsonLines() : formats.prettyPrint() });

const level = (): string => {
  try {
    return logLevelOf(environment);
  } catch {
    // LOG_LEVEL itself is what is wrong.
    return 'error';
  }
};

const isJson = (): boolean => {
  try {
    return logFormatOf(environment) === 'json';
  } catch {
    // LOG_FORMAT itself is what is wrong.
    return environment('NODE_ENV') === 'production';
  }
};
