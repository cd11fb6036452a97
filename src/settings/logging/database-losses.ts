import { winston } from '@strapi/logger';
import { isLoss } from '../../plugins/content-delivery/server/src/platform/database/loss';

/** Where winston looks which transports a line goes to. */
const LEVEL = Symbol.for('level');

/**
 * The log says once that the database is away. That each statement has failed which was under way, with its stack, is logged at
 * `debug`.
 */
export const databaseLosses = winston.format((info) => {
  if (!isLoss(info) && !isLoss(info['message'])) return info;
  return Object.assign(info, { level: 'debug', [LEVEL]: 'debug' });
});
