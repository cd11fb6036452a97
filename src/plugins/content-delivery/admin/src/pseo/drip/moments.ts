import { useIntl } from 'react-intl';

/** @returns writes a moment as clocks in a time zone show it, with the zone */
export const useMomentIn = (timeZone: string) => {
  const { formatDate } = useIntl();
  return (moment: string): string =>
    formatDate(moment, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    });
};
