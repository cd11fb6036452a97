import { useIntl } from 'react-intl';
import { day, exact, short, timeOfDay, withZone } from './formats';

type InWords = (moment: string) => string;

/** @returns writes a moment for tables and lists, where the reader is; the year only where it is another one */
export const useShortMoment = (): InWords => {
  const { formatDate } = useIntl();
  return (moment) => formatDate(moment, short(new Date(moment), new Date()));
};

/** @returns writes a moment to the second, where the reader is */
export const useExactMoment = (): InWords => {
  const { formatDate } = useIntl();
  return (moment) => formatDate(moment, exact);
};

/**
 * @param timeZone whose clocks are meant; those of the reader unless given
 * @returns writes a moment with its time zone, as everybody who reads it may be elsewhere
 */
export const useMoment = (timeZone?: string): ((moment: string | number) => string) => {
  const { formatDate } = useIntl();
  return (moment) => formatDate(moment, { ...withZone, ...(timeZone !== undefined && { timeZone }) });
};

/** @returns writes the time of a moment, where the day is known */
export const useTimeOfDay = (): InWords => {
  const { formatDate } = useIntl();
  return (moment) => formatDate(moment, timeOfDay);
};

/** @returns writes the day of a moment */
export const useDay = (): InWords => {
  const { formatDate } = useIntl();
  return (moment) => formatDate(moment, day);
};
