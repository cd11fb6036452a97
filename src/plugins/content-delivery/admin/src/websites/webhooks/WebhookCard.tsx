import { useId, useState } from 'react';
import { Badge, Button, Flex, Typography } from '@strapi/design-system';
import type { SecretAnswer, SentEvent, Webhook, WebhookRequest } from '../../../../contracts/webhooks';
import { Confirm } from '../../shared/Confirm';
import { Notice } from '../../shared/Notice';
import { Section } from '../../shared/Section';
import { useSend } from '../../shared/api/use-send';
import { useMoment } from '../../shared/moments/use-moment';
import { useText } from '../../shared/text';
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
  const moment = useMoment();
  const sentHeading = useId();
  const { send, isSending, problem } = useSend();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const [tests, setTests] = useState(0);
  const { documentId, url, events, active, mask, oldSecretUntil, off, failingSince, waiting } = webhook;
  const route = webhookRoute(website, documentId);
  const close = () => setOpen(null);

  const change = async (request: Parameters<typeof send>[0]): Promise<void> => {
    await send<unknown>(request);
    onChanged();
  };
  const test = async () => {
    if (await send<SentEvent[]>({ method: 'post', path: `${route}/test` })) setTests(tests + 1);
  };
  const switchTo: Pick<WebhookRequest, 'active'> = { active: !active };

  return (
    <Section
      title={url}
      badge={<Badge>{text(active ? 'webhooks.on' : 'webhooks.off')}</Badge>}
      about={
        events.length === 0
          ? text('webhooks.all-events')
          : events.map((type) => text(`webhooks.event.${type}`)).join(', ')
      }
      action={
        <Flex gap={2} wrap="wrap">
          <Button variant="secondary" loading={isSending} onClick={() => void test()}>
            {text('webhooks.test')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('edit')}>
            {text('webhooks.edit')}
          </Button>
          <Button
            variant="tertiary"
            onClick={() => void change({ method: 'put', path: route, body: switchTo })}
          >
            {text(active ? 'webhooks.switch-off' : 'webhooks.switch-on')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('rotate')}>
            {text('webhooks.rotate')}
          </Button>
          <Button variant="danger-light" onClick={() => setOpen('delete')}>
            {text('webhooks.delete')}
          </Button>
        </Flex>
      }
    >
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {off && (
        <Notice tone="warning">{text(`webhooks.off.${off.reason}`, { since: moment(off.since) })}</Notice>
      )}
      {active && failingSince !== null && (
        <Notice tone="warning">{text('webhooks.failing', { since: moment(failingSince), waiting })}</Notice>
      )}
      {oldSecretUntil !== null && (
        <Notice
          tone="info"
          action={
            <Button
              variant="danger-light"
              size="S"
              onClick={() => void change({ method: 'del', path: `${route}/old-secret` })}
            >
              {text('webhooks.old-secret.end')}
            </Button>
          }
        >
          {text('webhooks.old-secret.until', { until: moment(oldSecretUntil) })}
        </Notice>
      )}
      <Typography textColor="neutral600">{text('webhooks.secret-mask', { mask })}</Typography>
      <Typography id={sentHeading} variant="delta" tag="h3">
        {text('webhooks.sent')}
      </Typography>
      <SentEvents website={website} webhook={documentId} since={String(tests)} labelledBy={sentHeading} />
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
          onConfirm={() => void change({ method: 'del', path: route })}
          onClose={close}
        />
      )}
    </Section>
  );
};
