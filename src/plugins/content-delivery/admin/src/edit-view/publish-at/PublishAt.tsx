import { useEffect, useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useDocumentRBAC, useField, useForm } from '@strapi/strapi/admin';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { POST } from '../../shared/uids';
import { useOpenEntry } from '../entry';
import { isToCome } from './usual-moments';
import { PublishAtDialog } from './PublishAtDialog';
import { publishForm } from './strapis-publish';

type Moment = string | null;

/** Below the buttons that save and publish a post: sets the schedule date and publishes, in one step. */
export const PublishAt = () => {
  const { model, isClone, status } = useOpenEntry();
  const mayPublish = useDocumentRBAC('PublishAt', ({ canPublish }) => canPublish);
  if (model !== POST || isClone || status === 'published' || !mayPublish) return null;
  return <Buttons />;
};

const Buttons = () => {
  const text = useText();
  const moment = useMoment();
  const { value, initialValue, onChange } = useField<Moment | undefined>('scheduleDate');
  const isSubmitting = useForm('PublishAt', (state) => state.isSubmitting);
  const [isOpen, setOpen] = useState(false);
  /** The schedule date with which the form is to be published as soon as it has it; undefined for none. */
  const [wanted, setWanted] = useState<Moment | undefined>(undefined);

  useEffect(() => {
    if (wanted === undefined || (value ?? null) !== wanted) return;
    setWanted(undefined);
    void publishForm();
  }, [wanted, value]);

  const publishAt = (date: Date | null) => {
    const next = date?.toISOString() ?? null;
    onChange('scheduleDate', next);
    setWanted(next);
    setOpen(false);
  };
  const isScheduled = isToCome(value, new Date());

  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      {isScheduled && (
        <Typography variant="pi" textColor="neutral800">
          {text(value === initialValue ? 'publish-at.for' : 'publish-at.for-new', {
            when: moment(value as string),
          })}
        </Typography>
      )}
      <Flex gap={2} wrap="wrap">
        <Choice onClick={() => setOpen(true)} disabled={isSubmitting}>
          {text(isScheduled ? 'publish-at.change' : 'publish-at.open')}
        </Choice>
        {isScheduled && (
          <Choice onClick={() => publishAt(null)} disabled={isSubmitting}>
            {text('publish-at.now')}
          </Choice>
        )}
      </Flex>
      {isOpen && (
        <PublishAtDialog
          scheduled={isScheduled ? new Date(value as string) : null}
          onChoose={publishAt}
          onClose={() => setOpen(false)}
        />
      )}
    </Flex>
  );
};

interface ChoiceProps {
  disabled: boolean;
  onClick(): void;
  children: string;
}

const Choice = ({ disabled, onClick, children }: ChoiceProps) => (
  <Button type="button" variant="tertiary" flex="1" disabled={disabled} onClick={onClick}>
    {children}
  </Button>
);
