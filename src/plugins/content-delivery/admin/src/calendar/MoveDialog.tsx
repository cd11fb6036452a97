import { useState } from 'react';
import { Button, Field, Flex, Modal } from '@strapi/design-system';
import type { CalendarPost } from '../../../contracts/calendar';
import { MomentInWords } from '../shared/moments/MomentInWords';
import { MomentPicker } from '../shared/moments/MomentPicker';
import { useNow } from '../shared/moments/use-now';
import { useText } from '../shared/text';

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
  const isPast = to !== null && to <= now;
  return (
    <Modal.Root open onOpenChange={(open: boolean) => !open && onClose()}>
      <Modal.Content aria-describedby={undefined}>
        <Modal.Header closeLabel={text('preview.close')}>
          <Modal.Title>
            {text('calendar.move-title', { title: post.title || text('calendar.no-title') })}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Field.Root name="move-to" error={isPast ? text('publish-at.past') : undefined}>
              <Field.Label>{text('calendar.move-to')}</Field.Label>
              <MomentPicker label={text('calendar.move-to')} value={to} onChange={setTo} />
              <Field.Error />
            </Field.Root>
            <Flex role="status">
              <MomentInWords moment={to} now={now} />
            </Flex>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {text('publish-at.cancel')}
          </Button>
          <Button disabled={!to || isPast} onClick={() => to && onMove(to)}>
            {text('calendar.move')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
