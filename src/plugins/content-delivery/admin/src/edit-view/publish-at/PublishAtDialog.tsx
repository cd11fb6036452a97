import { useState } from 'react';
import { Button, Field, Flex, Typography } from '@strapi/design-system';
import { useGetPostAddressQuery } from '../../shared/api/queries';
import { MomentInWords } from '../../shared/moments/MomentInWords';
import { MomentPicker } from '../../shared/moments/MomentPicker';
import { useNow } from '../../shared/moments/use-now';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { useWebsiteOfForm } from '../use-relation';
import { useOpenEntry } from '../entry';
import { usualMoments } from './usual-moments';
import { ModalDialog } from '../../shared/ModalDialog';

interface Props {
  /** Until when the post waits now; null where it is not scheduled. */
  scheduled: Date | null;
  onChoose(moment: Date): void;
  onClose(): void;
}

/** Asks for the moment from which readers are to see a post. */
export const PublishAtDialog = ({ scheduled, onChoose, onClose }: Props) => {
  const text = useText();
  const now = useNow();
  const [chosen, setChosen] = useState<Date | null>(scheduled);
  const [isTried, setTried] = useState(false);
  const usual = usualMoments(now);
  const isPast = chosen !== null && chosen <= now;
  const problem = isPast ? 'publish-at.past' : isTried && !chosen ? 'publish-at.missing' : null;

  const choose = () => {
    setTried(true);
    if (chosen && chosen > new Date()) onChoose(chosen);
  };

  return (
    <ModalDialog
      title={text('publish-at.title')}
      onClose={onClose}
      leave={text('dialog.cancel')}
      confirm={{ label: text('publish-at.schedule'), isDisabled: isPast, onConfirm: choose }}
    >
      <Field.Root name="publish-at" error={problem ? text(problem) : undefined}>
        <Field.Label>{text('publish-at.moment')}</Field.Label>
        <MomentPicker
          label={text('publish-at.moment')}
          value={chosen}
          minDate={startOfDay(now)}
          onChange={setChosen}
        />
        <Field.Error />
      </Field.Root>
      <Flex gap={2} wrap="wrap">
        <Button size="S" variant="tertiary" onClick={() => setChosen(usual.tomorrow)}>
          {text('publish-at.tomorrow')}
        </Button>
        <Button size="S" variant="tertiary" onClick={() => setChosen(usual.monday)}>
          {text('publish-at.monday')}
        </Button>
      </Flex>
      <Flex role="status" direction="column" alignItems="flex-start">
        <MomentInWords moment={chosen} now={now} />
      </Flex>
      <Meaning />
    </ModalDialog>
  );
};

/** What the website does with the post until then. */
const Meaning = () => {
  const text = useText();
  const { documentId } = useOpenEntry();
  const { website } = useWebsiteOfForm();
  const { currentData } = useGetPostAddressQuery(
    { website: website ?? '', post: documentId },
    { skip: !website },
  );
  if (!currentData) return null;
  const { live, website: setting } = currentData;
  const meaning = (state: 'new' | 'live'): string =>
    text(`publish-at.${state}-${setting.scheduledPosts}`, { website: setting.name });
  return live && live.waitsUntil === null ? (
    <Notice tone="warning">{meaning('live')}</Notice>
  ) : (
    <Typography textColor="neutral600">{meaning('new')}</Typography>
  );
};

const startOfDay = (moment: Date): Date =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
