import { useIntl } from 'react-intl';
import { useText } from './text';

/** @returns writes texts one after another, as the language of the panel separates them */
export const useList = (): ((texts: readonly string[]) => string) => {
  const { formatList } = useIntl();
  return (texts) => formatList(texts, { type: 'unit' });
};

/** @returns puts a name into the quotation marks of the language of the panel */
export const useQuote = (): ((name: string) => string) => {
  const text = useText();
  return (name) => text('quoted', { name });
};
