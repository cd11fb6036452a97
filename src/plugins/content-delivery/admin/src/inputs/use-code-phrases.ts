import { useMemo } from 'react';
import { EditorState, type Extension } from '@uiw/react-codemirror';
import { useIntl } from 'react-intl';
import { textId } from '../shared/plugin-id';
import { PHRASES } from './code-phrases';

/** @returns has a code editor speak the language of the panel; another only for another language */
export const useCodePhrases = (): Extension => {
  const { formatMessage } = useIntl();
  return useMemo(
    () =>
      EditorState.phrases.of(
        Object.fromEntries(
          PHRASES.map((phrase) => [phrase, formatMessage({ id: textId(`code-editor.${phrase}`) })]),
        ),
      ),
    [formatMessage],
  );
};
