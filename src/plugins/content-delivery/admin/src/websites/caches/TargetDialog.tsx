import { useState } from 'react';
import { Field, NumberInput, Radio, TextInput } from '@strapi/design-system';
import {
  DEFAULT_SHARED_SECONDS,
  KINDS_WITH_ADDRESS,
  PURGE_TARGET_KINDS,
  type PurgeTarget,
  type PurgeTargetKind,
  type PurgeTargetRequest,
} from '../../../../contracts/purge-targets';
import { Notice } from '../../shared/Notice';
import { ModalDialog } from '../../shared/ModalDialog';
import { useSend } from '../../shared/api/use-send';
import { useText } from '../../shared/text';
import { useHasChanged } from '../../shared/use-has-changed';
import type { ReceiverDialog } from '../receivers/dialog';

interface Props extends ReceiverDialog {
  /** Left out for a new one. */
  target?: PurgeTarget;
}

type Typed = React.ChangeEvent<HTMLInputElement>;

/** Asks which cache it is and how it is purged. */
export const TargetDialog = ({ route, target, onClose, onSaved }: Props) => {
  const text = useText();
  const { send, isSending, problem } = useSend();
  const [kind, setKind] = useState<PurgeTargetKind>(target?.kind ?? 'varnish');
  const [url, setUrl] = useState(target?.url ?? '');
  const [zone, setZone] = useState(target?.zone ?? '');
  const [credentials, setCredentials] = useState('');
  const [seconds, setSeconds] = useState<number | undefined>(target?.sharedSeconds ?? DEFAULT_SHARED_SECONDS);
  const hasChanged = useHasChanged(kind, url, zone, credentials, seconds);
  const hasAddress = KINDS_WITH_ADDRESS.includes(kind);
  // The address stays while purges are sent to it.
  const isFixed = target?.active ?? false;

  const save = async () => {
    const body: Partial<PurgeTargetRequest> = {
      kind,
      // An address that a script has given to a provider stays with it.
      url: hasAddress ? url.trim() : kind === target?.kind ? target.url : null,
      zone: hasAddress ? null : zone.trim(),
      ...(credentials.trim() === '' ? {} : { credentials: credentials.trim() }),
      ...(seconds === undefined ? {} : { sharedSeconds: seconds }),
    };
    if (await send<PurgeTarget>({ method: target ? 'put' : 'post', path: route, body })) onSaved();
  };

  return (
    <ModalDialog
      title={text(target ? 'caches.edit.title' : 'caches.add')}
      gap={5}
      scrolls
      isBusy={isSending}
      isKept={hasChanged}
      onClose={onClose}
      leave={text('dialog.cancel')}
      confirm={{
        label: text(target ? 'receivers.save' : 'add'),
        isDisabled: (hasAddress ? url : zone).trim() === '' || seconds === undefined,
        onConfirm: () => void save(),
      }}
      problem={problem}
    >
      {isFixed && <Notice tone="info">{text('caches.fixed')}</Notice>}
      <Field.Root name="cache-kind">
        <Field.Label id="cache-kind">{text('caches.kind')}</Field.Label>
        <Radio.Group
          aria-labelledby="cache-kind"
          value={kind}
          disabled={isFixed}
          onValueChange={(value: string) => setKind(value as PurgeTargetKind)}
        >
          {PURGE_TARGET_KINDS.map((one) => (
            <Radio.Item key={one} value={one}>
              {text(`caches.kind.${one}`)}
            </Radio.Item>
          ))}
        </Radio.Group>
      </Field.Root>
      {hasAddress ? (
        <Field.Root name="cache-url" required hint={text(`caches.url.hint.${kind}`)}>
          <Field.Label>{text('address')}</Field.Label>
          <TextInput
            value={url}
            disabled={isFixed}
            placeholder="http://127.0.0.1:6081/"
            spellCheck={false}
            onChange={(event: Typed) => setUrl(event.target.value)}
          />
          <Field.Hint />
        </Field.Root>
      ) : (
        <Field.Root name="cache-zone" required>
          <Field.Label>{text(`caches.zone.${kind}`)}</Field.Label>
          <TextInput
            value={zone}
            disabled={isFixed}
            spellCheck={false}
            onChange={(event: Typed) => setZone(event.target.value)}
          />
        </Field.Root>
      )}
      <Field.Root
        name="cache-credentials"
        required={!hasAddress && !target?.mask}
        hint={text(target?.mask ? 'caches.credentials.hint-kept' : `caches.credentials.hint.${kind}`)}
      >
        <Field.Label>{text('caches.credentials')}</Field.Label>
        <TextInput
          type="password"
          autoComplete="new-password"
          value={credentials}
          onChange={(event: Typed) => setCredentials(event.target.value)}
        />
        <Field.Hint />
      </Field.Root>
      <Field.Root name="cache-seconds" hint={text('caches.seconds.hint')}>
        <Field.Label>{text('caches.seconds')}</Field.Label>
        <NumberInput value={seconds} onValueChange={setSeconds} />
        <Field.Hint />
      </Field.Root>
    </ModalDialog>
  );
};
