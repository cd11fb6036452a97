import { Menu } from '@strapi/design-system';
import { useEditorState, type Editor } from '@tiptap/react';
import { LONG_MENU } from '../../../shared/long-menu';
import { useText } from '../text';

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

/** Paragraph or heading. */
export const StyleMenu = ({ editor, isDisabled }: { editor: Editor; isDisabled: boolean }) => {
  const text = useText();
  const level = useEditorState({
    editor,
    selector: () => LEVELS.find((one) => editor.isActive('heading', { level: one })) ?? 0,
  });
  const name = (one: number) => (one === 0 ? text('style.paragraph') : text('style.heading', { level: one }));
  const choose = (one: (typeof LEVELS)[number] | 0) =>
    one === 0 ? editor.chain().setParagraph().run() : editor.chain().setHeading({ level: one }).run();
  return (
    <Menu.Root>
      <Menu.Trigger
        disabled={isDisabled}
        variant="ghost"
        size="S"
        aria-label={text('style.label', { style: name(level) })}
      >
        {name(level)}
      </Menu.Trigger>
      <Menu.Content {...LONG_MENU} onCloseAutoFocus={(event) => backToText(event, editor)}>
        {([0, ...LEVELS] as const).map((one) => (
          <Menu.Item key={one} onSelect={() => choose(one)} isFocused={one === level}>
            {name(one)}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Root>
  );
};

/** When a menu closes, the focus goes to the text that it was about, and not back to the menu's button. */
export const backToText = (event: Event, editor: Editor): void => {
  event.preventDefault();
  editor.commands.focus();
};
