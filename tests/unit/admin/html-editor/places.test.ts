import { EditorState, Plugin } from '@tiptap/pm/state';
import {
  carryPlaces,
  changePlaces,
  placesKey,
  placesState,
  putPicture,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/visual/places';
import { openedVisually } from './opened';

const plugins = [new Plugin({ key: placesKey, state: placesState })];

/** A text in which a picture has its place at the bar. */
const placed = (html: string, ...ids: string[]): EditorState => {
  const { doc } = openedVisually(html);
  let bar = -1;
  doc.descendants((node, position) => {
    if (node.isText && node.text?.includes('|')) bar = position + node.text.indexOf('|');
  });
  const state = EditorState.create({ doc, plugins });
  const add = ids.map((id) => ({ id, position: bar }));
  return state.apply(changePlaces(state.tr.delete(bar, bar + 1), { add }));
};
const put = (state: EditorState, id: string): EditorState => {
  const transaction = putPicture(state, id, { src: id, alt: null });
  return transaction ? state.apply(transaction) : state;
};
const shown = ({ doc }: EditorState): string =>
  doc.content.content
    .map((block) =>
      block.content.content.map((node) => node.text ?? `(${String(node.attrs['src'])})`).join(''),
    )
    .join('/');

it('puts a picture where it was pasted, before what was typed since, in the order of several', () => {
  let state = placed('<p>One | two</p>', 'a', 'b', 'c');
  state = state.apply(state.tr.insertText('typed', 5));
  state = state.apply(state.tr.insertText('Since. ', 1));
  state = put(put(put(state, 'b'), 'c'), 'a');
  expect(shown(state)).toBe('Since. One (a)(b)(c)typed two');
  expect(putPicture(state, 'a', {})).toBeNull();
});

it('puts it below code, and where the text around it is gone', () => {
  expect(shown(put(placed('<pre>co|de</pre><p>after</p>', 'a'), 'a'))).toBe('code/(a)/after');
  const state = placed('<p>One</p><p>t|wo</p><p>three</p>', 'a');
  expect(shown(put(state.apply(state.tr.delete(5, 10)), 'a'))).toBe('One/(a)/three');
});

it.each([
  ['<p>new</p><p>One</p><p>two</p>', 'new/One/t(a)wo'],
  ['<p>One</p><p>changed</p>', 'One/c(a)hanged'],
  ['<p>x</p>', 'x(a)'],
])('takes its place along to another version: %s', (html, expected) => {
  const before = placed('<p>One</p><p>t|wo</p>', 'a');
  const after = EditorState.create({ doc: openedVisually(html).doc, plugins });
  const carried = carryPlaces(before, after);
  expect(carried && shown(put(after.apply(carried), 'a'))).toBe(expected);
});
