import type { ReactNode } from 'react';
import { Flex } from '@strapi/design-system';
import {
  ArrowClockwise,
  Bold,
  BulletList,
  Code,
  CodeBlock,
  Image,
  Images,
  Italic,
  Link,
  Minus,
  NumberList,
  Play,
  Quotes,
  StrikeThrough,
  Underline,
} from '@strapi/icons';
import { useEditorState, type Editor } from '@tiptap/react';
import { styled } from 'styled-components';
import { useText } from '../text';
import { Undo } from './Undo';
import { StyleMenu } from './StyleMenu';
import { TableMenu } from './TableMenu';
import { ToolbarButton } from './ToolbarButton';
import { useRovingFocus } from './roving';

interface ToolbarProps {
  editor: Editor;
  isDisabled: boolean;
  onLink(): void;
  onImage(): void;
  onLibrary(): void;
  onVideo(): void;
}

/** What can be done with the text in visual mode. */
export const Toolbar = ({ editor, isDisabled, onLink, onImage, onLibrary, onVideo }: ToolbarProps) => {
  const text = useText();
  const roving = useRovingFocus();
  const state = useEditorState({
    editor,
    selector: () => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      underline: editor.isActive('underline'),
      strike: editor.isActive('strike'),
      code: editor.isActive('code'),
      bulletList: editor.isActive('bulletList'),
      orderedList: editor.isActive('orderedList'),
      blockquote: editor.isActive('blockquote'),
      codeBlock: editor.isActive('codeBlock'),
      link: editor.isActive('link'),
      canUndo: editor.can().undo(),
      canRedo: editor.can().redo(),
    }),
  });
  const run = () => editor.chain().focus();
  const button = (key: string, icon: ReactNode, onClick: () => void, isOn?: boolean, isOff = false) => (
    <ToolbarButton
      label={text(`tool.${key}`)}
      icon={icon}
      isOn={isOn}
      isDisabled={isDisabled || isOff}
      onClick={onClick}
    />
  );
  return (
    <Bar role="toolbar" aria-label={text('toolbar')} aria-orientation="horizontal" {...roving}>
      <Group>
        {button('undo', <Undo />, () => run().undo().run(), undefined, !state.canUndo)}
        {button('redo', <ArrowClockwise />, () => run().redo().run(), undefined, !state.canRedo)}
      </Group>
      <Group>
        <StyleMenu editor={editor} isDisabled={isDisabled} />
      </Group>
      <Group>
        {button('bold', <Bold />, () => run().toggleBold().run(), state.bold)}
        {button('italic', <Italic />, () => run().toggleItalic().run(), state.italic)}
        {button('underline', <Underline />, () => run().toggleUnderline().run(), state.underline)}
        {button('strike', <StrikeThrough />, () => run().toggleStrike().run(), state.strike)}
        {button('code', <Code />, () => run().toggleCode().run(), state.code)}
      </Group>
      <Group>
        {button('bullet-list', <BulletList />, () => run().toggleBulletList().run(), state.bulletList)}
        {button('ordered-list', <NumberList />, () => run().toggleOrderedList().run(), state.orderedList)}
        {button('quote', <Quotes />, () => run().toggleBlockquote().run(), state.blockquote)}
        {button('code-block', <CodeBlock />, () => run().toggleCodeBlock().run(), state.codeBlock)}
        {button('line', <Minus />, () => run().setHorizontalRule().run())}
      </Group>
      <Group>
        {button('link', <Link />, onLink, state.link)}
        {button('image', <Image />, onImage)}
        {button('library', <Images />, onLibrary)}
        {button('video', <Play />, onVideo)}
        <TableMenu editor={editor} isDisabled={isDisabled} />
      </Group>
    </Bar>
  );
};

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ theme }) => theme.spaces[1]};
`;

const Group = styled(Flex)`
  gap: 2px;
  padding-right: ${({ theme }) => theme.spaces[1]};
  border-right: 1px solid ${({ theme }) => theme.colors.neutral200};
  &:last-child {
    border-right: 0;
  }
`;
