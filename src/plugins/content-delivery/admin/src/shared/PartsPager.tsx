import { Button, Flex } from '@strapi/design-system';
import { useText } from './text';

interface Props {
  /** Where the part that is shown begins, as an answer gave it; empty for the first. */
  at: string;
  /** Where the one after it begins; null where there is none, or it is not known yet. */
  next: string | null;
  /** Keys of what the two ways are called. */
  words?: { first: string; next: string };
  onChange(at: string): void;
}

const USUAL_WORDS = { first: 'earlier-parts.latest', next: 'earlier-parts.earlier' };

/** The ways through a list that comes in parts, one after the other; nothing while there is only one. */
export const PartsPager = ({ at, next, words = USUAL_WORDS, onChange }: Props) => {
  const text = useText();
  if (at === '' && next === null) return null;
  return (
    <Flex gap={2} justifyContent="center">
      <Button variant="tertiary" disabled={at === ''} onClick={() => onChange('')}>
        {text(words.first)}
      </Button>
      <Button variant="tertiary" disabled={next === null} onClick={() => onChange(next ?? '')}>
        {text(words.next)}
      </Button>
    </Flex>
  );
};
