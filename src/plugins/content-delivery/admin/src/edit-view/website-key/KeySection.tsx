import { useState } from 'react';
import { Button, Flex } from '@strapi/design-system';
import { ArrowsCounterClockwise, Pencil } from '@strapi/icons';
import type { WebsiteKeys } from '../../../../contracts/websites';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { KeyField } from './KeyField';
import { OldKeyNotice } from './OldKeyNotice';
import { RotateDialog } from './RotateDialog';

interface KeySectionProps {
  website: { documentId: string; name: string };
  keys: WebsiteKeys;
  mayReveal: boolean;
  mayRotate: boolean;
  onChanged(): void;
}

/** A website's keys: the current one, the old one while it still works, and their rotation. */
export const KeySection = ({ website, keys, mayReveal, mayRotate, onChanged }: KeySectionProps) => {
  const text = useText();
  const [open, setOpen] = useState<'rotate' | 'replace' | null>(null);
  const { current, old } = keys;
  if (!current) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <KeyField key={current.id} documentId={website.documentId} mask={current.mask} mayReveal={mayReveal}>
        {mayRotate && (
          <>
            <Button
              variant="tertiary"
              size="M"
              startIcon={<ArrowsCounterClockwise />}
              onClick={() => setOpen('rotate')}
            >
              {text('rotate.open')}
            </Button>
            <Button variant="tertiary" size="M" startIcon={<Pencil />} onClick={() => setOpen('replace')}>
              {text('replace-key.open')}
            </Button>
          </>
        )}
      </KeyField>
      {current.isWeak && <Notice tone="warning">{text('website-key.weak')}</Notice>}
      {old && (
        <OldKeyNotice documentId={website.documentId} old={old} mayRotate={mayRotate} onChanged={onChanged} />
      )}
      {open && (
        <RotateDialog
          isReplacing={open === 'replace'}
          website={website}
          currentKey={current.id}
          old={old}
          onClose={() => setOpen(null)}
          onChanged={onChanged}
        />
      )}
    </Flex>
  );
};
