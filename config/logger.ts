import type { Core } from '@strapi/strapi';
import { jsonLines } from '../src/logging/json-lines';
import { logFormatOf } from '../src/logging/log-format';
import { logLevelOf } from '../src/logging/log-level';

const config = ({ env }: Core.Config.Shared.ConfigParams) => ({
  level: logLevelOf(env),
  ...(logFormatOf(env) === 'json' ? { format: jsonLines() } : {}),
});

export default config;
