/** @jest-environment jsdom */
import { Editor, type Extension } from '@tiptap/core';
import { documentExtensions } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/schema';

// Their types are those of a browser, which tests do not have.
const { PicturePlaces } = jest.requireActual<{ PicturePlaces: Extension }>(
  '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/visual/picture-places',
);
const { document } = globalThis as unknown as { document: { createElement(name: string): never } };

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

it('says once and for all pictures of a paste which can be had and which cannot', async () => {
  const onPictures = jest.fn();
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...documentExtensions(), PicturePlaces.configure({ onPictures })],
  });
  editor.view.pasteHTML(
    `<p>Text <img src="${PIXEL}" alt="Here"> and <img src="file:///C:/there.png"> and ` +
      '<img src="https://lh3.googleusercontent.com/a"></p>',
    new Event('paste') as never,
  );
  await Promise.resolve();
  expect(onPictures.mock.calls).toEqual([
    [
      [expect.objectContaining({ alt: 'Here' })],
      { unreadable: 1, elsewhere: ['https://lh3.googleusercontent.com/a'] },
    ],
  ]);
  editor.destroy();
});
