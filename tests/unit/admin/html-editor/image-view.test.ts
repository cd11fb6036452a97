/** @jest-environment jsdom */
import type { Node as EditorNode } from '@tiptap/pm/model';
import { schema } from './opened';

interface Shown {
  classList: { contains(name: string): boolean };
  querySelector(what: string): { textContent: string; dispatchEvent(event: unknown): void };
}
// Its types are those of a browser, which tests do not have.
const { imageView } = jest.requireActual<{
  imageView(node: EditorNode, withoutText: string): { dom: Shown; update(node: EditorNode): boolean };
}>('../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/visual/node-views');
const { Event } = globalThis as unknown as { Event: new (type: string) => unknown };

const image = (src: string, alt: string): EditorNode => schema.node('image', { src, alt });

it('goes on showing text and address of an image that cannot be loaded when its text is changed', () => {
  const { dom, update } = imageView(image('/a.webp', 'Before'), 'None');
  const isMissing = () => dom.classList.contains('is-missing');
  expect(isMissing()).toBe(false);
  dom.querySelector('img').dispatchEvent(new Event('error'));
  expect(update(image('/a.webp', 'After'))).toBe(true);
  expect(isMissing()).toBe(true);
  expect(dom.querySelector('.html-image-text').textContent).toBe('After · /a.webp');
  update(image('/b.webp', 'After'));
  expect(isMissing()).toBe(false);
});
