import { Extension, type Extensions, type Node } from '@tiptap/core';
import { documentExtensions } from '../fidelity/schema';
import type { Reason } from '../fidelity/reasons';
import { Clipboard } from './clipboard';
import { shownAttributes } from './display';
import { imageView, keptView, videoView } from './node-views';
import { LeaveEnds } from './leave-ends';
import { PicturePlaces, type PictureOptions } from './picture-places';
import { SlashMenu, type Insertion } from './slash-menu';

interface VisualOptions extends PictureOptions {
  describe(reason: Reason): string;
  text(key: string, values?: Record<string, number>): string;
  onVideo(address: string): void;
  onLink(): void;
  onInsert(what: Insertion): void;
}

/** The document's extensions with what they look like and how they are used. */
export const visualExtensions = ({
  describe,
  text,
  onVideo,
  onLink,
  onInsert,
  ...pictures
}: VisualOptions): Extensions => {
  const views: Record<string, Partial<Parameters<Node['extend']>[0]>> = {
    keptBlock: {
      addNodeView:
        () =>
        ({ node }) =>
          keptView(node, describe),
    },
    keptInline: {
      addNodeView:
        () =>
        ({ node }) =>
          keptView(node, describe),
    },
    video: {
      addNodeView:
        () =>
        ({ node }) =>
          videoView(node, text('video.untitled')),
    },
    image: {
      addNodeView:
        () =>
        ({ node }) =>
          imageView(node, text('image.without-text')),
    },
  };
  return [
    ...documentExtensions().map((extension) => {
      const view = views[extension.name];
      return view ? (extension as Node).extend(view) : extension;
    }),
    ShownAttributes,
    Clipboard.configure({ onVideo }),
    PicturePlaces.configure(pictures),
    SlashMenu.configure({ text, onInsert }),
    LeaveEnds,
    Extension.create({
      name: 'linkShortcut',
      addKeyboardShortcuts: () => ({
        'Mod-k': () => {
          onLink();
          return true;
        },
      }),
    }),
  ];
};

/** Alignment and direction of writing, from the element's own attributes. */
const ShownAttributes = Extension.create({
  name: 'shownAttributes',
  addGlobalAttributes: () => [
    {
      types: [
        'paragraph',
        'heading',
        'blockquote',
        'bulletList',
        'orderedList',
        'tableCell',
        'tableHeader',
        'box',
      ],
      attributes: {
        open: {
          default: null,
          keepOnSplit: false,
          parseHTML: () => null,
          renderHTML: ({ open }) => shownAttributes(open as string | null),
        },
      },
    },
  ],
});
