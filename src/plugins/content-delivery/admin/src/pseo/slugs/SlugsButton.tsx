import { useState } from 'react';
import { Button } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useText } from '../../shared/text';
import type { Campaign } from '../use-campaigns';
import { SlugsDialog } from './SlugsDialog';

interface Props {
  campaign: Campaign;
  mayPublish: boolean;
  /** What it is called where several campaigns have such a button. */
  label?: string;
  /** As the dialog's. */
  onSent(isStarted: boolean): void;
}

/** Opens the way to new slugs for all pages of a campaign. */
export const SlugsButton = ({ campaign, mayPublish, label, onSent }: Props) => {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { documentId, website } = campaign;
  return (
    <>
      <Button
        variant="tertiary"
        startIcon={<ArrowClockwise />}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {text('pseo.slugs.regenerate')}
      </Button>
      {isOpen && (
        <SlugsDialog
          selected={{ filter: { website: website.documentId, campaign: documentId } }}
          mayPublish={mayPublish}
          onSent={(isStarted) => {
            if (isStarted) setOpen(false);
            onSent(isStarted);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
