import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { UnsavedWorkDialog } from './UnsavedWorkDialog';
import { useUnsavedWork } from './use-unsaved-work';

/** In every form, only when there is something: what was typed at an earlier visit and not saved. */
export const UnsavedWork = () => {
  const text = useText();
  const { formatDate } = useIntl();
  const { offered, stored, bringBack, discard } = useUnsavedWork();
  const [isOpen, setOpen] = useState(false);
  if (!offered) return null;

  const when = formatDate(offered.keptAt, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Notice tone="info">
      <Typography>
        {text(offered.entry ? 'unsaved-work.found' : 'unsaved-work.found-new', { when })}
      </Typography>
      <Flex gap={2} wrap="wrap">
        <Button size="S" onClick={() => setOpen(true)}>
          {text('unsaved-work.look')}
        </Button>
        <Button size="S" variant="tertiary" onClick={() => discard(offered)}>
          {text('unsaved-work.discard')}
        </Button>
      </Flex>
      {isOpen && (
        <UnsavedWorkDialog
          work={offered}
          stored={stored}
          onBringBack={(fields) => {
            bringBack(offered, fields);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Notice>
  );
};
