import { Box, Typography, VisuallyHidden } from '@strapi/design-system';
import { useText } from '../../shared/text';
import type { Part } from './words';

/** Words of two texts: what was removed is crossed out, what was added underlined. */
export const MarkedWords = ({ parts }: { parts: readonly Part[] }) => (
  <Box style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {parts.map((part, place) => (
      <OneKind key={place} part={part} />
    ))}
  </Box>
);

const OneKind = ({ part: { kind, text: words } }: { part: Part }) => {
  const text = useText();
  if (kind === 'same') return <Typography>{words}</Typography>;
  const tone = kind === 'added' ? 'success' : 'danger';
  return (
    <Box
      tag={kind === 'added' ? 'ins' : 'del'}
      background={`${tone}100`}
      style={{ textDecoration: kind === 'added' ? 'underline' : 'line-through' }}
    >
      <VisuallyHidden>{text(`history.${kind}`)}</VisuallyHidden>
      <Typography textColor={`${tone}700`}>{words}</Typography>
    </Box>
  );
};
