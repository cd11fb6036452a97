import { useState } from 'react';
import { Button, Typography } from '@strapi/design-system';
import type { NewSecret, Webhook } from '../../../../contracts/webhooks';
import { Confirm } from '../../shared/Confirm';
import { Notice } from '../../shared/Notice';
import { useList } from '../../shared/lists';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { ReceiverCard } from '../receivers/ReceiverCard';
import { useReceiver } from '../receivers/use-receiver';
import { RotateSecretDialog } from './RotateSecretDialog';
import { SentEvents } from './SentEvents';
import { WebhookDialog } from './WebhookDialog';

interface Props {
  /** The server's, for all of the website. */
  routes: string;
  webhook: Webhook;
  onChanged(): void;
  onSecret(made: NewSecret): void;
}

/** One webhook: how it is, what can be done with it, and what was sent. */
export const WebhookCard = ({ routes, webhook, onChanged, onSecret }: Props) => {
  const text = useText();
  const list = useList();
  const moment = useMoment();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const { documentId, url, events, active, mask, oldSecretUntil } = webhook;
  const route = `${routes}/${encodeURIComponent(documentId)}`;
  const { ask, asked, switchTo, remove, isSending, problem } = useReceiver(route, onChanged);
  const close = () => setOpen(null);

  return (
    <ReceiverCard
      words="webhooks"
      title={url}
      about={
        events.length === 0
          ? text('webhooks.all-events')
          : list(events.map((type) => text(`webhooks.event.${type}`)))
      }
      receiver={webhook}
      failing="webhooks.failing"
      problem={problem}
      buttons={
        <>
          <Button variant="secondary" loading={isSending} onClick={() => void ask('test')}>
            {text('receivers.test')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('edit')}>
            {text('receivers.edit')}
          </Button>
          <Button variant="tertiary" onClick={() => void switchTo(!active)}>
            {text(active ? 'receivers.switch-off' : 'receivers.switch-on')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('rotate')}>
            {text('webhooks.rotate')}
          </Button>
          <Button variant="danger-light" onClick={() => setOpen('delete')}>
            {text('delete')}
          </Button>
        </>
      }
    >
      {oldSecretUntil !== null && (
        <Notice
          tone="info"
          action={
            <Button variant="danger-light" size="S" onClick={() => void remove('/old-secret')}>
              {text('old-key.end')}
            </Button>
          }
        >
          {text('webhooks.old-secret.until', { until: moment(oldSecretUntil) })}
        </Notice>
      )}
      <Typography textColor="neutral600">{text('webhooks.secret-mask', { mask })}</Typography>
      <SentEvents route={`${route}/events`} since={String(asked)} />
      {open === 'edit' && (
        <WebhookDialog
          route={route}
          webhook={webhook}
          onClose={close}
          onSaved={() => {
            close();
            onChanged();
          }}
        />
      )}
      {open === 'rotate' && (
        <RotateSecretDialog
          route={`${route}/rotate`}
          onClose={close}
          onRotated={(made) => {
            close();
            onSecret(made);
            onChanged();
          }}
        />
      )}
      {open === 'delete' && (
        <Confirm
          title={text('webhooks.delete.title')}
          question={text('webhooks.delete.question', { url })}
          confirm={text('delete')}
          isDangerous
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </ReceiverCard>
  );
};
