import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { textId } from './plugin-id';

type Values = Record<string, string | number>;

/** Texts of the plugin in the language of the panel, by their key in the translation files. */
export const useText = () => {
  const { formatMessage } = useIntl();
  return useCallback(
    (key: string, values?: Values): string => formatMessage({ id: textId(key) }, values),
    [formatMessage],
  );
};
