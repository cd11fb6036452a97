/** @jest-environment jsdom */
import { Editor, type Extension } from '@tiptap/core';
import { documentExtensions } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/schema';

// Their types are those of a browser, which tests do not have.
const { SlashMenu } = jest.requireActual<{ SlashMenu: Extension }>(
  '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/visual/slash-menu',
);
const { LeaveEnds } = jest.requireActual<{ LeaveEnds: Extension }>(
  '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/visual/leave-ends',
);
interface Element {
  append(child: Element): void;
  textContent: string;
  remove(): void;
}
const { document, KeyboardEvent } = globalThis as unknown as {
  document: {
    createElement(name: string): Element;
    body: Element;
    querySelectorAll(what: string): Element[];
  };
  KeyboardEvent: new (type: string, options: object) => never;
};

describe('keys of the editor', () => {
  let editor: Editor;
  let place: Element;
  const onInsert = jest.fn();

  const open = (content: object) => {
    place = document.createElement('div');
    document.body.append(place);
    editor = new Editor({
      element: place as never,
      extensions: [
        ...documentExtensions(),
        SlashMenu.configure({
          text: (key: string, { level = '' }: { level?: string } = {}) => `${key}${level}`,
          onInsert,
        }),
        LeaveEnds,
      ],
      content: { type: 'doc', content: [content] },
    });
  };
  afterEach(() => {
    editor.destroy();
    place.remove();
    onInsert.mockClear();
  });
  const press = (key: string, ctrlKey = false) => {
    const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true });
    return (
      editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event) || undefined) ?? false
    );
  };
  const type = async (text: string) => {
    editor.view.dispatch(editor.state.tr.insertText(text));
    // The menu's entries may come later than the key.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
  const chosen = () => document.querySelectorAll('[role=option][aria-selected=true]')[0]?.textContent;
  const paragraph = (text = '') => ({
    type: 'paragraph',
    ...(text && { content: [{ type: 'text', text }] }),
  });
  const shape = () =>
    (editor.getJSON().content ?? []).map(({ type: name, attrs }) => [name, attrs?.['level'] as unknown]);

  it('open a menu by a slash at the beginning of a paragraph, and choose from it', async () => {
    open(paragraph());
    await type('/');
    expect(options()).toHaveLength(12);
    expect(chosen()).toBe('style.heading2');
    press('ArrowDown');
    expect(chosen()).toBe('style.heading3');
    press('ArrowUp');
    press('ArrowUp');
    expect(chosen()).toBe('tool.video');
    await type('héad');
    expect(options()).toEqual(['style.heading2', 'style.heading3', 'style.heading4']);
    expect(press('Enter')).toBe(true);
    await type('Title');
    expect(shape()).toEqual([['heading', 2]]);
    expect(editor.getText()).toBe('Title');
    expect(options()).toEqual([]);
  });

  it('hand over what a dialog puts in, without the slash', async () => {
    open(paragraph());
    await type('/vid');
    press('Tab');
    expect(onInsert.mock.calls).toEqual([['video']]);
    expect(editor.getText()).toBe('');
  });

  it.each([
    ['within a line', paragraph('and '), '/'],
    ['where no entry is called that', paragraph(), '/etc/hosts'],
    ['in code', { type: 'codeBlock' }, '/'],
    ['in a heading', { type: 'heading', attrs: { level: 2 } }, '/'],
  ])('leave a slash alone %s', async (_where, content, text) => {
    open(content);
    editor.commands.focus('end');
    await type(text);
    expect(options()).toEqual([]);
    expect(editor.getText().endsWith(text)).toBe(true);
  });

  const table = {
    type: 'table',
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph('cell')] }] }],
  };

  it('leave a table that is last, and one that is first, without changing the text until something is typed', async () => {
    open(table);
    const before = editor.getJSON();
    expect(press('End', true)).toBe(true);
    expect(editor.getJSON()).toEqual(before);
    await type('After');
    expect(press('Home', true)).toBe(true);
    await type('Before');
    expect(shape().map(([name]) => name)).toEqual(['paragraph', 'table', 'paragraph']);
    expect(editor.getText()).toMatch(/^Before[^]*cell[^]*After$/);
    // There is a text now, to which the browser goes.
    expect([press('End', true), press('Home', true)]).toEqual([false, false]);
  });

  it('go as usual where a list is last', () => {
    open({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('One')] }] });
    expect(press('End', true)).toBe(false);
  });
});
