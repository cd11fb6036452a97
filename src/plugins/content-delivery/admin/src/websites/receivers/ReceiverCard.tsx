import { useState, type ReactNode } from 'react';
import { Badge, Button, Flex } from '@strapi/design-system';
import type { PurgeTarget } from '../../../../contracts/purge-targets';
import type { Webhook } from '../../../../contracts/webhooks';
import { Confirm } from '../../shared/Confirm';
import { Notice } from '../../shared/Notice';
import { Section } from '../../shared/Section';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import type { ReceiverDialog } from './dialog';
import { useReceiver } from './use-receiver';

interface Shown extends Pick<ReturnType<typeof useReceiver>, 'ask' | 'asked' | 'remove'> {
  /** The server's, for this one. */
  route: string;
}

interface Props {
  /** What the keys of its texts begin with. */
  words: 'caches' | 'webhooks';
  title: string;
  about: string;
  receiver: Webhook | PurgeTarget;
  /** The key of what is said while nothing arrives. */
  failing: string;
  /** The server's, for all of the website. */
  routes: string;
  /** A button for what can be done only with one of its kind. */
  extra: ReactNode;
  /** Asked before it is deleted. */
  question: string;
  /** Asks how it is to be changed. */
  edit(dialog: ReceiverDialog): ReactNode;
  onChanged(): void;
  children(shown: Shown): ReactNode;
}

/** One webhook or cache in front: how it is, and what can be done with it. */
export const ReceiverCard = (props: Props) => {
  const { words, receiver, onChanged } = props;
  const { documentId, active, off, failingSince, waiting } = receiver;
  const text = useText();
  const moment = useMoment();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const route = `${props.routes}/${encodeURIComponent(documentId)}`;
  const { ask, asked, switchTo, remove, isSending, problem } = useReceiver(route, onChanged);

  return (
    <Section
      title={props.title}
      badge={<Badge>{text(active ? 'receivers.on' : 'receivers.off')}</Badge>}
      about={props.about}
      action={
        <Flex gap={2} wrap="wrap">
          <Button variant="secondary" loading={isSending} onClick={() => void ask('test')}>
            {text('receivers.test')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('edit')}>
            {text('receivers.edit')}
          </Button>
          <Button variant="tertiary" onClick={() => void switchTo(!active)}>
            {text(active ? 'receivers.switch-off' : 'receivers.switch-on')}
          </Button>
          {props.extra}
          <Button variant="danger-light" onClick={() => setOpen('delete')}>
            {text('delete')}
          </Button>
        </Flex>
      }
    >
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {off && (
        <Notice tone="warning">{text(`${words}.off.${off.reason}`, { since: moment(off.since) })}</Notice>
      )}
      {active && failingSince !== null && (
        <Notice tone="warning">{text(props.failing, { since: moment(failingSince), waiting })}</Notice>
      )}
      {props.children({ route, ask, asked, remove })}
      {open === 'edit' &&
        props.edit({
          route,
          onClose: close,
          onSaved: () => {
            close();
            onChanged();
          },
        })}
      {open === 'delete' && (
        <Confirm
          title={text(`${words}.delete.title`)}
          question={props.question}
          confirm={text('delete')}
          isDangerous
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </Section>
  );
};
