import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { textId } from '../../shared/plugin-id';
import type { Reason } from './fidelity/reasons';

type Values = Record<string, string | number>;

/** The texts of the HTML editor, by the part of their key behind `html-editor.`. */
export const useText = (): ((key: string, values?: Values) => string) => {
  const { formatMessage } = useIntl();
  return useCallback(
    (key: string, values?: Values) => formatMessage({ id: textId(`html-editor.${key}`) }, values),
    [formatMessage],
  );
};

/** What a part is that visual mode keeps as it is, in words for editors. */
export const useReasonText = (): ((reason: Reason) => string) => {
  const text = useText();
  return useCallback(
    ({ kind, name }: Reason) =>
      kind === 'embed' && name === '' ? text('kept.embed-plain') : text(`kept.${kind}`, { name }),
    [text],
  );
};
