import type { Core } from '@strapi/strapi';
import { jsonLines } from '../src/logging/json-lines';
import { logFormatOf } from '../src/logging/log-format';

const config = ({ env }: Core.Config.Shared.ConfigParams) => ({
  level: env('LOG_LEVEL', 'http'),
  ...(logFormatOf(env) === 'json' ? { format: jsonLines() } : {}),
});

export default config;
