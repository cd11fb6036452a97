import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import type { UnsavedWork as UnsavedWorkContract } from '../../../../contracts/unsaved-work';
import { Confirm } from '../../shared/Confirm';
import { Notice } from '../../shared/Notice';
import { useShortMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import type { Values } from '../edit-conflicts/merge';
import { UnsavedWorkDialog } from './UnsavedWorkDialog';
import { useUnsavedWork } from './use-unsaved-work';

/** In every form, only when there is something: what was typed at an earlier visit, and what the server does not keep. */
export const UnsavedWork = () => {
  const text = useText();
  const { offered, isLookedFor, notKept, valuesNow, bringBack, discard } = useUnsavedWork();
  return (
    <>
      {notKept && (
        <Notice tone="warning">
          {text(notKept.isNowhere ? 'unsaved-work.kept-nowhere' : NOT_KEPT[notKept.reason])}
        </Notice>
      )}
      {!isLookedFor && <Notice tone="warning">{text('unsaved-work.not-looked-for')}</Notice>}
      {offered && <Offer {...{ offered, valuesNow, bringBack, discard }} />}
    </>
  );
};

const NOT_KEPT = { 'too large': 'unsaved-work.too-large', full: 'unsaved-work.full' } as const;

type OfferProps = Pick<ReturnType<typeof useUnsavedWork>, 'valuesNow' | 'bringBack' | 'discard'> & {
  offered: UnsavedWorkContract;
};

const Offer = ({ offered, valuesNow, bringBack, discard }: OfferProps) => {
  const text = useText();
  const moment = useShortMoment();
  // What the dialogs are about stays the same while they are open: a newer copy may be found meanwhile.
  const [looked, setLooked] = useState<{ work: UnsavedWorkContract; now: Values } | null>(null);
  const [asked, setAsked] = useState<UnsavedWorkContract | null>(null);

  return (
    <Notice tone="info">
      <Typography>
        {text(offered.entry ? 'unsaved-work.found' : 'unsaved-work.found-new', {
          when: moment(offered.keptAt),
        })}
      </Typography>
      <Flex gap={2} wrap="wrap">
        <Button size="S" onClick={() => setLooked({ work: offered, now: valuesNow() })}>
          {text('unsaved-work.look')}
        </Button>
        <Button size="S" variant="tertiary" onClick={() => setAsked(offered)}>
          {text('unsaved-work.discard')}
        </Button>
      </Flex>
      {asked && (
        <Confirm
          title={text('unsaved-work.discard-title')}
          question={text('unsaved-work.discard-question', { when: moment(asked.keptAt) })}
          confirm={text('unsaved-work.discard')}
          isDangerous
          onConfirm={() => discard(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {looked && (
        <UnsavedWorkDialog
          {...looked}
          onBringBack={(fields, choose) => {
            bringBack(looked.work, looked.now, fields, choose);
            setLooked(null);
          }}
          onClose={() => setLooked(null)}
        />
      )}
    </Notice>
  );
};
