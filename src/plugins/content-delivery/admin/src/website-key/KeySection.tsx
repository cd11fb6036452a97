import { useState } from 'react';
import { Button, Flex } from '@strapi/design-system';
import { ArrowsCounterClockwise } from '@strapi/icons';
import type { WebsiteKeys } from '../../../admin-contract';
import { useText } from '../text';
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
  const [isRotating, setRotating] = useState(false);
  const { current, old } = keys;
  if (!current) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <KeyField key={current.id} documentId={website.documentId} mask={current.mask} mayReveal={mayReveal}>
        {mayRotate && (
          <Button
            variant="tertiary"
            size="M"
            startIcon={<ArrowsCounterClockwise />}
            onClick={() => setRotating(true)}
          >
            {text('rotate.open')}
          </Button>
        )}
      </KeyField>
      {old && (
        <OldKeyNotice documentId={website.documentId} old={old} mayRotate={mayRotate} onChanged={onChanged} />
      )}
      {isRotating && (
        <RotateDialog
          website={website}
          currentKey={current.id}
          old={old}
          onClose={() => setRotating(false)}
          onChanged={onChanged}
        />
      )}
    </Flex>
  );
};
