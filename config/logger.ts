import type { Core } from '@strapi/strapi';
import { formats, winston } from '@strapi/logger';
import { clientErrors } from '../src/settings/logging/client-errors';
import { databaseLosses } from '../src/settings/logging/database-losses';
import { jsonLines } from '../src/settings/logging/json-lines';
import { logFormatOf } from '../src/settings/logging/log-format';
import { logLevelOf } from '../src/settings/logging/log-level';

const config = ({ env }: Core.Config.Shared.ConfigParams) => ({
  level: logLevelOf(env),
  format: winston.format.combine(
    clientErrors(),
    databaseLosses(),
    logFormatOf(env) === 'json' ? jsonLines() : formats.prettyPrint(),
  ),
});

export default config;
