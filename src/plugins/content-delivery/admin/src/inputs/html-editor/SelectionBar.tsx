import { Button, Flex, Typography } from '@strapi/design-system';
import { useEditorState, type Editor } from '@tiptap/react';
import { useText } from './text';

interface SelectionBarProps {
  editor: Editor;
  isDisabled: boolean;
  onLink(): void;
  onImage(): void;
  onVideo(): void;
}

type Selected = { kind: 'link' | 'image' | 'video'; about: string };

/** What the cursor is at (a link, an image, a video), and what can be done with it. */
export const SelectionBar = ({ editor, isDisabled, onLink, onImage, onVideo }: SelectionBarProps) => {
  const text = useText();
  const selected = useEditorState({
    editor,
    selector: (): Selected | null => {
      if (editor.isActive('image')) {
        const { alt } = editor.getAttributes('image') as { alt: string | null };
        return { kind: 'image', about: alt ?? '' };
      }
      if (editor.isActive('video'))
        return { kind: 'video', about: (editor.getAttributes('video') as { title: string }).title };
      if (editor.isActive('link'))
        return { kind: 'link', about: String((editor.getAttributes('link') as { href: string }).href) };
      return null;
    },
  });
  if (!selected || isDisabled) return null;
  const edit = { link: onLink, image: onImage, video: onVideo }[selected.kind];
  return (
    <Flex gap={2} role="group" aria-label={text(`selected.${selected.kind}`)} minWidth={0}>
      <Typography variant="pi" textColor="neutral600" ellipsis style={{ maxWidth: '32rem' }}>
        {selected.kind === 'image' && selected.about === '' ? text('image.without-text') : selected.about}
      </Typography>
      <Button size="S" variant="tertiary" onClick={edit}>
        {text(`selected.edit-${selected.kind}`)}
      </Button>
      {selected.kind === 'link' && (
        <Button
          size="S"
          variant="tertiary"
          onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}
        >
          {text('selected.remove-link')}
        </Button>
      )}
    </Flex>
  );
};
