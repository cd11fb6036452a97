import { useMemo } from 'react';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import CodeMirror, { EditorView } from '@uiw/react-codemirror';
import { styled, useTheme } from 'styled-components';
import { useCodePhrases } from '../use-code-phrases';
import { isDark } from '../../shared/is-dark';

const LANGUAGES = { json, liquid };

interface Props {
  language: keyof typeof LANGUAGES;
  label: string;
  describedBy: string;
  value: string;
  isDisabled: boolean;
  isInvalid: boolean;
  onChange(text: string): void;
}

const Frame = styled.div<{ $isInvalid: boolean }>`
  border: 1px solid
    ${({ theme, $isInvalid }) => ($isInvalid ? theme.colors.danger600 : theme.colors.neutral200)};
  border-radius: ${({ theme }) => theme.borderRadius};
  overflow: hidden;

  &:focus-within {
    border-color: ${({ theme, $isInvalid }) =>
      $isInvalid ? theme.colors.danger600 : theme.colors.primary600};
    box-shadow: 0 0 0 2px ${({ theme }) => theme.colors.primary600};
  }
`;

/** Like the panel's other fields, in a typeface in which braces and parentheses differ. */
const LOOK = EditorView.theme({
  '&': { fontSize: '1.4rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '1.6',
  },
  '.cm-content': { padding: '8px 0' },
  '.cm-line': { padding: '0 12px' },
});

/** A few lines of code, in the panel's colors. Tab leaves the field, as in every other one. */
const CodeEditor = ({ language, label, describedBy, value, isDisabled, isInvalid, onChange }: Props) => {
  const { colors } = useTheme();
  const phrases = useCodePhrases();
  const extensions = useMemo(
    () => [
      LANGUAGES[language](),
      LOOK,
      EditorView.theme({ '&': { backgroundColor: `${colors.neutral0} !important` } }),
      phrases,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-describedby': describedBy,
        'aria-invalid': String(isInvalid),
        'aria-multiline': 'true',
      }),
    ],
    [language, label, describedBy, isInvalid, phrases, colors],
  );
  return (
    <Frame $isInvalid={isInvalid}>
      <CodeMirror
        value={value}
        maxHeight="50rem"
        editable={!isDisabled}
        readOnly={isDisabled}
        indentWithTab={false}
        theme={isDark(colors.neutral0) ? 'dark' : 'light'}
        basicSetup={{
          lineNumbers: false,
          foldGutter: false,
          highlightActiveLine: false,
          autocompletion: false,
        }}
        extensions={extensions}
        onChange={onChange}
      />
    </Frame>
  );
};

export default CodeEditor;
