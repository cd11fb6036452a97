import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { useList } from '../../shared/lists';
import { Notice } from '../../shared/Notice';
import { useOpenEntry } from '../../edit-view/entry';
import { useText } from '../../shared/text';
import { Faults } from './Faults';
import { templatesIn } from './form-values';
import { PreviewDialog } from './PreviewDialog';
import { usePreview } from './use-preview';

/** What the templates in the form of a campaign use, and what is wrong with them, as they are typed. */
export const TemplatesState = ({ campaign }: { campaign: string | null }) => {
  const text = useText();
  const list = useList();
  const values = useForm('TemplatesState', (form) => form.values) as Record<string, unknown>;
  const { isClone } = useOpenEntry();
  const [isOpen, setOpen] = useState(false);
  const templates = templatesIn(values);
  const own = isClone ? null : campaign;
  const { preview, problem } = usePreview({
    campaign: own,
    templates,
    page: null,
    variables: null,
    texts: null,
  });
  const faults = preview?.faults ?? [];

  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {problem !== null && (
        <Notice tone="warning">{text('campaign.panel.failed', { reason: problem })}</Notice>
      )}
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Typography variant="sigma" textColor="neutral600" tag="h3">
          {text('campaign.panel.variables')}
        </Typography>
        {preview && preview.variables.length === 0 && (
          <Typography variant="pi" textColor="neutral600">
            {text('campaign.panel.no-variables')}
          </Typography>
        )}
        <Box tag="ul" aria-live="polite">
          {preview?.variables.map(({ name, usedIn }) => (
            <Flex tag="li" key={name} gap={2} wrap="wrap" paddingTop={1} paddingBottom={1}>
              <Box background="neutral150" hasRadius paddingLeft={2} paddingRight={2} maxWidth="100%">
                <Typography
                  tag="code"
                  variant="pi"
                  fontWeight="bold"
                  style={{ fontFamily: 'ui-monospace, monospace', overflowWrap: 'anywhere' }}
                >
                  {name}
                </Typography>
              </Box>
              <Typography variant="pi" textColor="neutral600">
                {text('campaign.panel.used-in', {
                  fields: list(usedIn.map((field) => text(`pseo.field.${field}`))),
                })}
              </Typography>
            </Flex>
          ))}
        </Box>
      </Flex>
      <Faults faults={faults} />
      {preview && !preview.isNewestEscaping && (
        <Notice tone="info">{text('campaign.panel.older-escaping')}</Notice>
      )}
      <Button variant="secondary" startIcon={<Eye />} onClick={() => setOpen(true)}>
        {text('preview.title')}
      </Button>
      {isOpen && (
        <PreviewDialog
          campaign={own}
          templates={templates}
          variableNames={preview?.variables.map(({ name }) => name) ?? []}
          onClose={() => setOpen(false)}
        />
      )}
    </Flex>
  );
};
