import { useState } from 'react';
import { Button, Typography } from '@strapi/design-system';
import type { SecretAnswer, Webhook } from '../../../../contracts/webhooks';
import { Confirm } from '../../shared/Confirm';
import { Notice } from '../../shared/Notice';
import { useList } from '../../shared/lists';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { ReceiverCard } from '../receivers/ReceiverCard';
import { useReceiver } from '../receivers/use-receiver';
import { RotateSecretDialog } from './RotateSecretDialog';
import { webhookRoute } from './routes';
import { SentEvents } from './SentEvents';
import { WebhookDialog } from './WebhookDialog';

interface Props {
  website: string;
  webhook: Webhook;
  onChanged(): void;
  onSecret(made: SecretAnswer['data']): void;
}

/** One webhook: how it is, what can be done with it, and what was sent. */
export const WebhookCard = ({ website, webhook, onChanged, onSecret }: Props) => {
  const text = useText();
  const list = useList();
  const moment = useMoment();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const { documentId, url, events, active, mask, oldSecretUntil } = webhook;
  const route = webhookRoute(website, documentId);
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
            {text('webhooks.test')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('edit')}>
            {text('webhooks.edit')}
          </Button>
          <Button variant="tertiary" onClick={() => void switchTo(!active)}>
            {text(active ? 'webhooks.switch-off' : 'webhooks.switch-on')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('rotate')}>
            {text('webhooks.rotate')}
          </Button>
          <Button variant="danger-light" onClick={() => setOpen('delete')}>
            {text('webhooks.delete')}
          </Button>
        </>
      }
    >
      {oldSecretUntil !== null && (
        <Notice
          tone="info"
          action={
            <Button variant="danger-light" size="S" onClick={() => void remove('/old-secret')}>
              {text('webhooks.old-secret.end')}
            </Button>
          }
        >
          {text('webhooks.old-secret.until', { until: moment(oldSecretUntil) })}
        </Notice>
      )}
      <Typography textColor="neutral600">{text('webhooks.secret-mask', { mask })}</Typography>
      <SentEvents website={website} webhook={documentId} since={String(asked)} />
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
          confirm={text('webhooks.delete')}
          isDangerous
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </ReceiverCard>
  );
};
