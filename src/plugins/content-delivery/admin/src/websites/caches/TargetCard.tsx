import { useState } from 'react';
import { Button, Typography } from '@strapi/design-system';
import type { PurgeTarget } from '../../../../contracts/purge-targets';
import { Confirm } from '../../shared/Confirm';
import { useText } from '../../shared/text';
import { ReceiverCard } from '../receivers/ReceiverCard';
import { useReceiver } from '../receivers/use-receiver';
import { TargetDialog } from './TargetDialog';
import { PurgedTags } from './PurgedTags';

interface Props {
  /** The server's, for all of the website. */
  routes: string;
  target: PurgeTarget;
  onChanged(): void;
}

/** One cache in front: how it is, what can be done with it, and its latest purges. */
export const TargetCard = ({ routes, target, onChanged }: Props) => {
  const text = useText();
  const [open, setOpen] = useState<'edit' | 'purge' | 'delete' | null>(null);
  const { documentId, kind, url, zone, mask, sharedSeconds, active, suspended } = target;
  const route = `${routes}/${encodeURIComponent(documentId)}`;
  const { ask, asked, switchTo, remove, isSending, problem } = useReceiver(route, onChanged);
  const close = () => setOpen(null);
  const place = [zone, url].filter(Boolean).join(', ');

  return (
    <ReceiverCard
      words="caches"
      title={`${text(`caches.kind.${kind}`)}: ${place}`}
      about={text('caches.keeps', { seconds: sharedSeconds })}
      receiver={target}
      failing={suspended ? 'caches.suspended' : 'caches.failing'}
      problem={problem}
      buttons={
        <>
          <Button variant="secondary" loading={isSending} onClick={() => void ask('test')}>
            {text('receivers.test')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('purge')}>
            {text('caches.purge')}
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('edit')}>
            {text('receivers.edit')}
          </Button>
          <Button variant="tertiary" onClick={() => void switchTo(!active)}>
            {text(active ? 'receivers.switch-off' : 'receivers.switch-on')}
          </Button>
          <Button variant="danger-light" onClick={() => setOpen('delete')}>
            {text('delete')}
          </Button>
        </>
      }
    >
      {mask !== null && (
        <Typography textColor="neutral600">{text('caches.credentials-mask', { mask })}</Typography>
      )}
      <PurgedTags route={route} since={String(asked)} />
      {open === 'edit' && (
        <TargetDialog
          route={route}
          target={target}
          onClose={close}
          onSaved={() => {
            close();
            onChanged();
          }}
        />
      )}
      {open === 'purge' && (
        <Confirm
          title={text('caches.purge.title')}
          question={text('caches.purge.question')}
          confirm={text('caches.purge')}
          onConfirm={() => void ask('purge')}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <Confirm
          title={text('caches.delete.title')}
          question={text(active ? 'caches.delete.question-on' : 'caches.delete.question')}
          confirm={text('delete')}
          isDangerous
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </ReceiverCard>
  );
};
