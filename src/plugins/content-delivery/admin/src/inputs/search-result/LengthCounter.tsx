import { Box, Flex, Typography } from '@strapi/design-system';
import { useText } from '../../shared/text';
import { countCharacters, fitOf, pixelWidth, type Line } from './snippet';

const TONES = { empty: 'neutral600', short: 'neutral600', good: 'success700', long: 'danger600' } as const;

const BARS = { empty: 'neutral200', short: 'neutral500', good: 'success600', long: 'danger600' } as const;

interface Props {
  /** The part of the result: its texts are `search-result.<part>-<fit>`. */
  part: 'title' | 'description';
  value: string;
  line: Line;
}

/** Characters of a text, and in words whether search engines would cut it. */
export const LengthCounter = ({ part, value, line }: Props) => {
  const text = useText();
  const fit = fitOf(value, line);
  const count = countCharacters(value);
  const share = Math.min(100, Math.round((pixelWidth(value.trim(), line.fontSize) / line.maxWidth) * 100));
  return (
    <Flex direction="column" alignItems="stretch" gap={1}>
      <Box background="neutral200" hasRadius height="4px" overflow="hidden" aria-hidden>
        <Box background={BARS[fit]} height="4px" width={`${share}%`} />
      </Box>
      <Typography variant="pi" textColor={TONES[fit]} role="status">
        {text('search-result.length', { count, fit: text(`search-result.${part}-${fit}`) })}
      </Typography>
    </Flex>
  );
};
