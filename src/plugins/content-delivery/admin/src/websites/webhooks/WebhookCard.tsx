import { useState } from 'react';
import { Button, Typography } from '@strapi/design-system';
import type { NewSecret, Webhook } from '../../../../contracts/webhooks';
import { Notice } from '../../shared/Notice';
import { useList } from '../../shared/lists';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { ReceiverCard } from '../receivers/ReceiverCard';
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
  const [isRotating, setRotating] = useState(false);
  const { url, events, mask, oldSecretUntil } = webhook;

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
      routes={routes}
      extra={
        <Button variant="tertiary" onClick={() => setRotating(true)}>
          {text('webhooks.rotate')}
        </Button>
      }
      question={text('webhooks.delete.question', { url })}
      edit={(dialog) => <WebhookDialog {...dialog} webhook={webhook} />}
      onChanged={onChanged}
    >
      {({ route, asked, remove }) => (
        <>
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
          {isRotating && (
            <RotateSecretDialog
              route={`${route}/rotate`}
              onClose={() => setRotating(false)}
              onRotated={(made) => {
                setRotating(false);
                onSecret(made);
                onChanged();
              }}
            />
          )}
        </>
      )}
    </ReceiverCard>
  );
};
