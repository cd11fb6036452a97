import { useState } from 'react';
import { Box, Button, Flex, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import type { ImportTarget, PageImport } from '../../../../contracts/pseo-imports';
import { PreviewDialog } from '../../inputs/campaign-templates/PreviewDialog';
import { useText } from '../../shared/text';
import { pageOfRow } from './targets';

interface Props {
  pageImport: PageImport;
  targets: readonly (ImportTarget | null)[];
}

/** Shows the page that one of the first rows would make, with the columns as they are matched now. */
export const RowPreview = ({ pageImport: { campaign, sample, check }, targets }: Props) => {
  const text = useText();
  const [index, setIndex] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const row = sample[index];
  if (!row) return null;
  return (
    <Flex gap={2} wrap="wrap">
      <Box minWidth="16rem">
        <SingleSelect
          size="S"
          aria-label={text('pseo.mapping.preview-row')}
          value={String(index)}
          onChange={(value: string | number) => setIndex(Number(value))}
        >
          {sample.map(({ line }, at) => (
            <SingleSelectOption key={line} value={String(at)}>
              {text('pseo.mapping.line', { line })}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Box>
      <Button size="S" variant="tertiary" startIcon={<Eye />} onClick={() => setOpen(true)}>
        {text('pseo.mapping.preview')}
      </Button>
      {isOpen && (
        <PreviewDialog
          campaign={campaign.documentId}
          templates={null}
          variableNames={[]}
          fixed={{ page: null, ...pageOfRow(row.cells, targets, check?.choices.empty) }}
          onClose={() => setOpen(false)}
        />
      )}
    </Flex>
  );
};
