import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import type { UnsavedWork as UnsavedWorkContract } from '../../../../contracts/unsaved-work';
import { Confirm } from '../../shared/Confirm';
import { Notice } from '../../shared/Notice';
import { useShortMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { UnsavedWorkDialog } from './UnsavedWorkDialog';
import { useUnsavedWork } from './use-unsaved-work';

/** In every form, only when there is something: what was typed at an earlier visit, and what the server does not keep. */
export const UnsavedWork = () => {
  const text = useText();
  const { offered, isLookedFor, stored, notKept, bringBack, discard } = useUnsavedWork();
  return (
    <>
      {notKept && (
        <Notice tone="warning">
          {text(notKept.isNowhere ? 'unsaved-work.kept-nowhere' : NOT_KEPT[notKept.reason])}
        </Notice>
      )}
      {!isLookedFor && <Notice tone="warning">{text('unsaved-work.not-looked-for')}</Notice>}
      {offered && <Offer {...{ offered, stored, bringBack, discard }} />}
    </>
  );
};

const NOT_KEPT = { 'too large': 'unsaved-work.too-large', full: 'unsaved-work.full' } as const;

type OfferProps = Pick<ReturnType<typeof useUnsavedWork>, 'stored' | 'bringBack' | 'discard'> & {
  offered: UnsavedWorkContract;
};

const Offer = ({ offered, stored, bringBack, discard }: OfferProps) => {
  const text = useText();
  const moment = useShortMoment();
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);

  const when = moment(offered.keptAt);
  return (
    <Notice tone="info">
      <Typography>
        {text(offered.entry ? 'unsaved-work.found' : 'unsaved-work.found-new', { when })}
      </Typography>
      <Flex gap={2} wrap="wrap">
        <Button size="S" onClick={() => setOpen(true)}>
          {text('unsaved-work.look')}
        </Button>
        <Button size="S" variant="tertiary" onClick={() => setAsked(true)}>
          {text('unsaved-work.discard')}
        </Button>
      </Flex>
      {isAsked && (
        <Confirm
          title={text('unsaved-work.discard-title')}
          question={text('unsaved-work.discard-question', { when })}
          confirm={text('unsaved-work.discard')}
          isDangerous
          onConfirm={() => discard(offered)}
          onClose={() => setAsked(false)}
        />
      )}
      {isOpen && (
        <UnsavedWorkDialog
          work={offered}
          stored={stored}
          onBringBack={(fields, choose) => {
            bringBack(offered, fields, choose);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Notice>
  );
};
