import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { useRelation } from '../../edit-view/use-relation';
import { useText } from '../../shared/text';
import { textsIn, variablesIn } from './form-values';
import { PreviewDialog } from './PreviewDialog';

/** The way to a preview from the form of a page, with what the form holds. */
export const PagePreview = ({ page }: { page: string | null }) => {
  const text = useText();
  const values = useForm('PagePreview', (form) => form.values) as Record<string, unknown>;
  const { picks } = useRelation('campaign');
  const [isOpen, setOpen] = useState(false);
  const campaign = picks.at(-1)?.documentId ?? null;

  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography variant="pi" textColor="neutral600">
        {text('campaign.panel.page-about')}
      </Typography>
      <Button
        variant="secondary"
        startIcon={<Eye />}
        disabled={campaign === null}
        onClick={() => setOpen(true)}
      >
        {text('preview.title')}
      </Button>
      {isOpen && (
        <PreviewDialog
          campaign={campaign}
          templates={null}
          variableNames={[]}
          fixed={{ page, variables: variablesIn(values), texts: textsIn(values) }}
          onClose={() => setOpen(false)}
        />
      )}
    </Flex>
  );
};
