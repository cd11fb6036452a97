import { Flex, Typography } from '@strapi/design-system';
import type { TemplateFault } from '../../../../contracts/campaigns';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';

/** What is wrong with templates, each with its place. */
export const Faults = ({ faults }: { faults: readonly TemplateFault[] }) => {
  const text = useText();
  if (faults.length === 0) return null;
  return (
    <Notice tone="warning">
      <Typography fontWeight="bold">{text('campaign.panel.problems')}</Typography>
      {faults.map(({ field, message, line, column }) => (
        <Flex key={`${field}-${message}`} direction="column" alignItems="flex-start">
          <Typography variant="pi" textColor="neutral700">
            {line !== null && column !== null
              ? text('campaign.panel.problem-at', { field: text(`pseo.field.${field}`), line, column })
              : text(`pseo.field.${field}`)}
          </Typography>
          <Typography style={{ overflowWrap: 'anywhere' }}>{message}</Typography>
        </Flex>
      ))}
    </Notice>
  );
};
