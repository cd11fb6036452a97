describe('a value from outside in the source', () => {
  interface State {
    doc: { toString(): string };
    selection: { main: { head: number } };
    update(change: unknown): { state: State; annotation(type: unknown): unknown };
  }
  // Their types are those of a browser, which tests do not have.
  const { EditorState, Transaction } = jest.requireActual<{
    EditorState: { create(config: object): State };
    Transaction: { addToHistory: unknown };
  }>('@uiw/react-codemirror');
  const { outsideChange } = jest.requireActual<{ outsideChange(state: State, value: string): unknown }>(
    '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/source/outside-change',
  );

  it.each([
    ['a picture before the caret', '<p>a</p>\r\n<p>b|c</p>', '<p><img>a</p>\r\n<p>b|c</p>'],
    ['a picture behind it', '<p>b|c</p>\n<p>a</p>', '<p>b|c</p>\n<p>a<img></p>'],
    ['less than before', '<p>aaaa</p><p>b|c</p>', '<p>aa</p><p>b|c</p>'],
    ['the same', '<p>b|c</p>', '<p>b|c</p>'],
    ['other line ends only', 'a\r\nb|c', 'a\nb|c'],
    ['nothing', 'bc|', '|'],
  ])('leaves the caret where it was: %s', (_name, before, after) => {
    const caretIn = (text: string) => text.replaceAll('\r\n', '\n').indexOf('|');
    const state = EditorState.create({
      doc: before.replace('|', ''),
      selection: { anchor: caretIn(before) },
    });
    const change = state.update(outsideChange(state, after.replace('|', '')));
    expect(change.state.doc.toString()).toBe(after.replace('|', '').replaceAll('\r\n', '\n'));
    expect(change.state.selection.main.head).toBe(caretIn(after));
    expect(change.annotation(Transaction.addToHistory)).toBe(false);
  });
});
