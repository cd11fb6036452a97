import { Box, Typography } from '@strapi/design-system';
import { useList } from '../../shared/lists';
import type { Reason } from './fidelity/reasons';
import { useReasonText, useText } from './text';

interface NoticeProps {
  /** `kept`: parts are kept as they are. `source`: visual mode cannot be used for this text. */
  kind: 'kept' | 'source';
  reasons: readonly Reason[];
}

/** How many reasons are named. */
const NAMED = 5;

/** Says in plain words what visual mode does not touch, or why it cannot be used. */
export const Notice = ({ kind, reasons }: NoticeProps) => {
  const text = useText();
  const describe = useReasonText();
  const list = useList();
  if (reasons.length === 0) return null;
  const named = [...new Set(reasons.map(describe))];
  const more = named.length - NAMED;
  const parts = [...named.slice(0, NAMED), ...(more > 0 ? [text('notice.more', { count: more })] : [])];
  const isLiquid = reasons.some((reason) => reason.kind === 'liquid');
  return (
    <Box
      role="status"
      background={kind === 'kept' ? 'neutral100' : 'secondary100'}
      paddingTop={2}
      paddingBottom={2}
      paddingLeft={4}
      paddingRight={4}
      borderStyle="solid"
      borderWidth="0 0 1px"
      borderColor="neutral200"
    >
      <Typography variant="pi" textColor="neutral700">
        {isLiquid ? text('notice.liquid') : text(`notice.${kind}`, { parts: list(parts) })}
      </Typography>
    </Box>
  );
};
