import { useIntl } from 'react-intl';

/** @returns writes a moment for tables and calendars, where the reader is; the year only where it is another one */
export const useShortMoment = () => {
  const { formatDate } = useIntl();
  return (moment: string): string =>
    formatDate(moment, {
      day: 'numeric',
      month: 'short',
      ...(new Date(moment).getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
      hour: '2-digit',
      minute: '2-digit',
    });
};
