import { IconButton, Menu } from '@strapi/design-system';
import { GridNine } from '@strapi/icons';
import { useEditorState, type Editor } from '@tiptap/react';
import { LONG_MENU } from '../../../shared/long-menu';
import { useText } from '../text';
import { backToText } from './StyleMenu';

type Action = [key: string, run: (editor: Editor) => boolean, isDangerous?: boolean];

const IN_TABLE: readonly (Action | null)[] = [
  ['row-above', (editor) => editor.chain().addRowBefore().run()],
  ['row-below', (editor) => editor.chain().addRowAfter().run()],
  ['column-before', (editor) => editor.chain().addColumnBefore().run()],
  ['column-after', (editor) => editor.chain().addColumnAfter().run()],
  null,
  ['header-row', (editor) => editor.chain().toggleHeaderRow().run()],
  ['header-column', (editor) => editor.chain().toggleHeaderColumn().run()],
  ['merge-cells', (editor) => editor.chain().mergeCells().run()],
  ['split-cell', (editor) => editor.chain().splitCell().run()],
  null,
  ['delete-row', (editor) => editor.chain().deleteRow().run(), true],
  ['delete-column', (editor) => editor.chain().deleteColumn().run(), true],
  ['delete-table', (editor) => editor.chain().deleteTable().run(), true],
];

/** Inserts a table, or changes the one that the cursor is in. */
export const TableMenu = ({ editor, isDisabled }: { editor: Editor; isDisabled: boolean }) => {
  const text = useText();
  const state = useEditorState({
    editor,
    selector: () => ({
      isInTable: editor.isActive('table'),
      canMerge: editor.can().mergeCells(),
      canSplit: editor.can().splitCell(),
    }),
  });
  const isOff = (key: string) =>
    (key === 'merge-cells' && !state.canMerge) || (key === 'split-cell' && !state.canSplit);
  return (
    <Menu.Root>
      <Menu.Trigger
        disabled={isDisabled}
        variant="ghost"
        tag={IconButton}
        icon={<GridNine />}
        label={text('tool.table')}
      />
      <Menu.Content {...LONG_MENU} onCloseAutoFocus={(event) => backToText(event, editor)}>
        {state.isInTable ? (
          IN_TABLE.map((action, index) =>
            action === null ? (
              <Menu.Separator key={index} />
            ) : (
              <Menu.Item
                key={action[0]}
                disabled={isOff(action[0])}
                variant={action[2] ? 'danger' : 'default'}
                onSelect={() => action[1](editor)}
              >
                {text(`table.${action[0]}`)}
              </Menu.Item>
            ),
          )
        ) : (
          <Menu.Item
            onSelect={() => editor.chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
          >
            {text('table.insert')}
          </Menu.Item>
        )}
      </Menu.Content>
    </Menu.Root>
  );
};
