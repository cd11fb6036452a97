import { EditorView, oneDark, type Extension } from '@uiw/react-codemirror';
import type { DefaultTheme } from 'styled-components';
import { isDark } from '../../../shared/is-dark';

/** The look of the source in the panel's colors, light or dark. */
export const sourceTheme = (colors: DefaultTheme['colors']): Extension => [
  EditorView.theme({
    '&': { backgroundColor: `${colors.neutral0} !important`, fontSize: '1.3rem', height: '100%' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
      lineHeight: '1.6',
    },
    '.cm-content': { padding: '12px 0' },
    '.cm-gutters': {
      backgroundColor: `${colors.neutral100} !important`,
      color: colors.neutral600,
      borderRight: `1px solid ${colors.neutral200}`,
    },
    '.cm-activeLineGutter': { backgroundColor: colors.neutral150 },
  }),
  ...(isDark(colors.neutral0) ? [oneDark] : []),
];
