/** @jest-environment jsdom */
import { act } from '../shared/rendered-hook';

jest.mock('styled-components', () => ({ useTheme: () => ({ colors: { neutral0: '#ffffff' } }) }));
jest.mock('react-intl', () => ({
  useIntl: () => ({ formatMessage: ({ id }: { id: string }) => id, messages: {} }),
}));

interface View {
  state: { doc: { toString(): string }; selection: { main: { head: number } } };
  dispatch(change: object): void;
}
// Their types are those of a browser, which tests do not have.
const { EditorView, runScopeHandlers } = jest.requireActual<{
  EditorView: { findFromDOM(element: unknown): View };
  runScopeHandlers(view: View, event: unknown, scope: string): boolean;
}>('@uiw/react-codemirror');
const React = jest.requireActual<{
  createElement(type: unknown, props: object): unknown;
}>('react');
const { createRoot } = jest.requireActual<{
  createRoot(place: unknown): { render(element: unknown): void; unmount(): void };
}>('react-dom/client');
const { default: SourceEditor } = jest.requireActual<{ default: unknown }>(
  '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/source/SourceEditor',
);
const browser = globalThis as unknown as {
  document: { createElement(name: string): { querySelector(what: string): unknown } };
  KeyboardEvent: new (type: string, options: object) => never;
  IS_REACT_ACT_ENVIRONMENT: boolean;
  React: unknown;
  Range: { prototype: { getClientRects(): unknown[] } };
};
browser.Range.prototype.getClientRects = () => [];
// Elements of components are made by the one in sight.
browser.React = React;

/** The source with a value from outside after something was typed into it. */
const changed = async (
  before: string,
  typed: { at: number; text: string },
  after: string,
  isOfPictures: boolean,
) => {
  browser.IS_REACT_ACT_ENVIRONMENT = true;
  const place = browser.document.createElement('div');
  const root = createRoot(place);
  const onChange = jest.fn<void, [string]>();
  const render = (value: string) =>
    act(() =>
      root.render(
        React.createElement(SourceEditor, {
          name: 'content',
          label: 'Content',
          describedBy: '',
          value,
          isOfPictures: () => isOfPictures,
          onChange,
        }),
      ),
    );
  await render(before);
  const view = EditorView.findFromDOM(place.querySelector('.cm-editor'));
  const { at, text } = typed;
  view.dispatch({ changes: { from: at, insert: text }, selection: { anchor: at + text.length } });
  await render(onChange.mock.calls.at(-1)?.[0] ?? '');
  await render(after);
  return {
    onChange,
    shown: () => view.state.doc.toString(),
    caret: () => view.state.selection.main.head,
    undo: () =>
      runScopeHandlers(view, new browser.KeyboardEvent('keydown', { key: 'z', ctrlKey: true }), 'editor'),
    end: () => act(() => root.unmount()),
  };
};

it('cannot take back a newer version by undo', async () => {
  const merged = '<p>Theirs</p><p>Mine now</p>';
  const source = await changed('<p>Old</p><p>Mine</p>', { at: 17, text: ' now' }, merged, false);
  source.undo();
  expect(source.shown()).toBe(merged);
  expect(source.onChange).toHaveBeenCalledTimes(1);
  await source.end();
});

it('keeps a picture that has come to its place when what was typed is undone, and the caret', async () => {
  const put = '<p>One<img src="a"></p><p>Two now</p>';
  const source = await changed('<p>One</p><p>Two</p>', { at: 16, text: ' now' }, put, true);
  expect(source.caret()).toBe(put.indexOf(' now') + ' now'.length);
  source.undo();
  expect(source.shown()).toBe('<p>One<img src="a"></p><p>Two</p>');
  expect(source.onChange).toHaveBeenLastCalledWith('<p>One<img src="a"></p><p>Two</p>');
  await source.end();
});
