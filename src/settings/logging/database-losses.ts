import { winston } from '@strapi/logger';

/** Where winston looks which transports a line goes to. */
const LEVEL = Symbol.for('level');
/** As the plugin marks errors of statements whose connection was lost. */
const LOSS = Symbol.for('content-delivery.database-loss');

const isLoss = (value: unknown): boolean => value instanceof Error && (LOSS in value || isLoss(value.cause));

/**
 * The log says once that the database is away. That each statement has failed which was under way, with its stack, is logged at
 * `debug`.
 */
export const databaseLosses = winston.format((info) => {
  if (!isLoss(info) && !isLoss(info['message'])) return info;
  return Object.assign(info, { level: 'debug', [LEVEL]: 'debug' });
});
