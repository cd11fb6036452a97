import { useIntl } from 'react-intl';

/**
 * @param timeZone whose clocks are meant; those of the reader unless given
 * @returns writes a moment with its time zone, as everybody who reads it may be elsewhere
 */
export const useMoment = (timeZone?: string) => {
  const { formatDate } = useIntl();
  return (moment: string | number): string =>
    formatDate(moment, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      ...(timeZone !== undefined && { timeZone }),
      timeZoneName: 'short',
    });
};
