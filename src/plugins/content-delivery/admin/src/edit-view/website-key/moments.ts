import { useIntl } from 'react-intl';

/** @returns writes a moment with its time zone, as everybody who reads it may be elsewhere */
export const useMoment = () => {
  const { formatDate } = useIntl();
  return (moment: string | number): string =>
    formatDate(moment, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    });
};
