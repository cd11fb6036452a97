import { useState } from 'react';
import { Field, Flex } from '@strapi/design-system';
import type { CalendarPost } from '../../../contracts/calendar';
import { MomentInWords } from '../shared/moments/MomentInWords';
import { MomentPicker } from '../shared/moments/MomentPicker';
import { useNow } from '../shared/moments/use-now';
import { useText } from '../shared/text';
import { useHasChanged } from '../shared/use-has-changed';
import { ModalDialog } from '../shared/ModalDialog';

interface Props {
  post: CalendarPost;
  onMove(to: Date): void;
  onClose(): void;
}

/** Asks for another date of a post, for those who do not drag it. */
export const MoveDialog = ({ post, onMove, onClose }: Props) => {
  const text = useText();
  const now = useNow();
  const [to, setTo] = useState<Date | null>(new Date(post.at));
  const hasChanged = useHasChanged(to);
  const isPast = to !== null && to <= now;
  return (
    <ModalDialog
      title={text('calendar.move-title', { title: post.title || text('no-title') })}
      isKept={hasChanged}
      onClose={onClose}
      leave={text('dialog.cancel')}
      confirm={{ label: text('calendar.move'), isDisabled: !to || isPast, onConfirm: () => to && onMove(to) }}
    >
      <Field.Root name="move-to" error={isPast ? text('publish-at.past') : undefined}>
        <Field.Label>{text('calendar.move-to')}</Field.Label>
        <MomentPicker label={text('calendar.move-to')} value={to} onChange={setTo} />
        <Field.Error />
      </Field.Root>
      <Flex role="status">
        <MomentInWords moment={to} now={now} />
      </Flex>
    </ModalDialog>
  );
};
