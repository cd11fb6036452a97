import { errors } from '@strapi/utils';
import { OLD_KEY_PERIODS, type OldKeyPeriod } from '../../../../contracts/websites';

const PERIODS = Object.keys(OLD_KEY_PERIODS);

/** Of a body, for how long an old key or secret is to go on working. */
export const periodIn = (body: unknown, name: string): OldKeyPeriod => {
  const period = ((body ?? {}) as Record<string, unknown>)[name];
  if (typeof period === 'string' && PERIODS.includes(period)) return period as OldKeyPeriod;
  throw new errors.ValidationError(`${name} must be one of: ${PERIODS.join(', ')}.`);
};
