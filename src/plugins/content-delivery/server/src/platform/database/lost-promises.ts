import type { Core } from '@strapi/strapi';
import { describeFailure, isLoss } from './loss';

/**
 * The last resort. A statement that Strapi does not await, such as those of work that continues when its request has been
 * answered already, is an unhandled rejection when its connection is lost, which would end the process and with it the
 * requests of all others. These are logged. Every other unhandled rejection ends the process as before.
 */
export const surviveLostStatements = (log: Core.Strapi['log']): void => {
  process.on('unhandledRejection', (reason) => {
    if (!isLoss(reason)) throw reason;
    log.debug(`An abandoned statement was lost: ${describeFailure(reason)}`);
  });
};
