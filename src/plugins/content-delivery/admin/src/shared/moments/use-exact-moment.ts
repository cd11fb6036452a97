import { useIntl } from 'react-intl';

/** @returns writes a moment to the second, where the reader is */
export const useExactMoment = () => {
  const { formatDate } = useIntl();
  return (moment: string): string => formatDate(moment, { dateStyle: 'medium', timeStyle: 'medium' });
};
