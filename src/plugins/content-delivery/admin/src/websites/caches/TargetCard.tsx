import { useState } from 'react';
import { Button, Typography } from '@strapi/design-system';
import type { PurgeTarget } from '../../../../contracts/purge-targets';
import { Confirm } from '../../shared/Confirm';
import { useText } from '../../shared/text';
import { ReceiverCard } from '../receivers/ReceiverCard';
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
  const [isPurging, setPurging] = useState(false);
  const { kind, url, zone, active, mask, sharedSeconds, suspended } = target;
  const place = [zone, url].filter(Boolean).join(', ');

  return (
    <ReceiverCard
      words="caches"
      title={`${text(`caches.kind.${kind}`)}: ${place}`}
      about={text('caches.keeps', { seconds: sharedSeconds })}
      receiver={target}
      failing={suspended ? 'caches.suspended' : 'caches.failing'}
      routes={routes}
      extra={
        <Button variant="tertiary" onClick={() => setPurging(true)}>
          {text('caches.purge')}
        </Button>
      }
      question={text(active ? 'caches.delete.question-on' : 'caches.delete.question')}
      edit={(dialog) => <TargetDialog {...dialog} target={target} />}
      onChanged={onChanged}
    >
      {({ route, ask, asked }) => (
        <>
          {mask !== null && (
            <Typography textColor="neutral600">{text('caches.credentials-mask', { mask })}</Typography>
          )}
          <PurgedTags route={route} since={String(asked)} />
          {isPurging && (
            <Confirm
              title={text('caches.purge.title')}
              question={text('caches.purge.question')}
              confirm={text('caches.purge')}
              onConfirm={() => void ask('purge')}
              onClose={() => setPurging(false)}
            />
          )}
        </>
      )}
    </ReceiverCard>
  );
};
