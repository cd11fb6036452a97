import type { Core } from '@strapi/strapi';
import { formats, winston } from '@strapi/logger';
import { callersFaults } from '../src/logging/callers-faults';
import { databaseLosses } from '../src/logging/database-losses';
import { jsonLines } from '../src/logging/json-lines';
import { logFormatOf } from '../src/logging/log-format';
import { logLevelOf } from '../src/logging/log-level';

const config = ({ env }: Core.Config.Shared.ConfigParams) => ({
  level: logLevelOf(env),
  format: winston.format.combine(
    callersFaults(),
    databaseLosses(),
    logFormatOf(env) === 'json' ? jsonLines() : formats.prettyPrint(),
  ),
});

export default config;
