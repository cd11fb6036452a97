import { useState } from 'react';
import { Checkbox, Field, Flex, Radio, TextInput } from '@strapi/design-system';
import {
  CHANGE_EVENT_TYPES,
  type NewSecret,
  type Webhook,
  type WebhookRequest,
} from '../../../../contracts/webhooks';
import { ModalDialog } from '../../shared/ModalDialog';
import { useSend } from '../../shared/api/use-send';
import { useText } from '../../shared/text';
import { useHasChanged } from '../../shared/use-has-changed';
import type { ReceiverDialog } from '../receivers/dialog';

interface Props extends Omit<ReceiverDialog, 'onSaved'> {
  /** Left out for a new one. */
  webhook?: Webhook;
  /** Called with what the server answered. */
  onSaved(answer: NewSecret): void;
}

/** Asks for the address of a webhook and its events. */
export const WebhookDialog = ({ route, webhook, onClose, onSaved }: Props) => {
  const text = useText();
  const { send, isSending, problem } = useSend();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [isAll, setAll] = useState((webhook?.events.length ?? 0) === 0);
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? []);
  const [header, setHeader] = useState(webhook?.signatureHeader ?? '');
  const hasChanged = useHasChanged(url, isAll, events, header);

  const save = async () => {
    const body: Omit<WebhookRequest, 'active'> = {
      url: url.trim(),
      events: isAll ? [] : [...events],
      signatureHeader: header.trim() || null,
    };
    const method = webhook ? 'put' : 'post';
    const answer = await send<NewSecret>({ method, path: route, body });
    if (answer) onSaved(answer.data);
  };

  return (
    <ModalDialog
      title={text(webhook ? 'webhooks.edit.title' : 'webhooks.add')}
      gap={5}
      scrolls
      isBusy={isSending}
      isKept={hasChanged}
      onClose={onClose}
      leave={text('dialog.cancel')}
      confirm={{
        label: text(webhook ? 'receivers.save' : 'add'),
        isDisabled: url.trim() === '' || (!isAll && events.length === 0),
        onConfirm: () => void save(),
      }}
      problem={problem}
    >
      <Field.Root name="webhook-url" required hint={text('webhooks.url.hint')}>
        <Field.Label>{text('address')}</Field.Label>
        <TextInput
          value={url}
          placeholder="https://www.example.com/api/content-changed"
          spellCheck={false}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => setUrl(event.target.value)}
        />
        <Field.Hint />
      </Field.Root>
      <Field.Root name="webhook-which">
        <Field.Label id="webhook-which">{text('webhooks.events')}</Field.Label>
        <Radio.Group
          aria-labelledby="webhook-which"
          value={isAll ? 'all' : 'some'}
          onValueChange={(value: string) => setAll(value === 'all')}
        >
          <Radio.Item value="all">{text('webhooks.events.all')}</Radio.Item>
          <Radio.Item value="some">{text('webhooks.events.some')}</Radio.Item>
        </Radio.Group>
      </Field.Root>
      {!isAll && (
        <Flex
          role="group"
          aria-label={text('webhooks.events')}
          direction="column"
          alignItems="flex-start"
          gap={2}
        >
          {CHANGE_EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              checked={events.includes(type)}
              onCheckedChange={(checked: boolean | 'indeterminate') =>
                setEvents(checked === true ? [...events, type] : events.filter((one) => one !== type))
              }
            >
              {text(`webhooks.event.${type}`)}
            </Checkbox>
          ))}
        </Flex>
      )}
      <Field.Root name="webhook-header" hint={text('webhooks.header.hint')}>
        <Field.Label>{text('webhooks.header')}</Field.Label>
        <TextInput
          value={header}
          placeholder="X-Hub-Signature-256"
          spellCheck={false}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => setHeader(event.target.value)}
        />
        <Field.Hint />
      </Field.Root>
    </ModalDialog>
  );
};
