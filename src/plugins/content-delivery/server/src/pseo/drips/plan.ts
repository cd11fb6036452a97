import { DRIP_ORDERS, MAX_AT_A_TIME, type DripOrder, type DripPlan } from '../../../../contracts/pseo-drips';
import { fieldError } from '../../platform/field-errors';
import { isRecord } from '../../platform/formats';
import { isTimeZone, type Schedule } from './calendar';

const isWholeUpTo = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;

/** @throws a ValidationError at the field that is wrong */
export const parsePlan = (value: unknown): DripPlan => {
  const { amount, every, weekday, time, timeZone, order } = isRecord(value) ? value : {};
  if (!isWholeUpTo(amount, MAX_AT_A_TIME)) {
    throw fieldError(['plan', 'amount'], `Enter how many pages at a time, from 1 to ${MAX_AT_A_TIME}.`);
  }
  if (every !== 'day' && every !== 'week')
    throw fieldError(['plan', 'every'], 'Choose every day or every week.');
  if (every === 'week' && !isWholeUpTo(weekday, 7)) {
    throw fieldError(['plan', 'weekday'], 'Choose a day of the week.');
  }
  if (typeof time !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    throw fieldError(['plan', 'time'], 'Enter a time of day such as 09:30.');
  }
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone)) {
    throw fieldError(['plan', 'timeZone'], 'Choose a time zone such as Europe/Berlin.');
  }
  if (!DRIP_ORDERS.includes(order as DripOrder)) {
    throw fieldError(['plan', 'order'], 'Choose an order: by slug, the oldest first, or at random.');
  }
  return {
    amount,
    every,
    weekday: every === 'week' ? (weekday as number) : null,
    time,
    timeZone,
    order: order as DripOrder,
  };
};

export const scheduleOf = ({ every, weekday, time, timeZone }: DripPlan): Schedule => ({
  every,
  weekday,
  time,
  timeZone,
});
