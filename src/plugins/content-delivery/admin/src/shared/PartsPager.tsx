import { useRef } from 'react';
import { Flex } from '@strapi/design-system';
import { StepButton } from './StepButton';
import { useText } from './text';

interface Props {
  /** Where the part that is shown begins, as an answer gave it; empty for the first. */
  at: string;
  /** Where the one after it begins; null where there is none, undefined while that is not known. */
  next: string | null | undefined;
  /** Keys of what the two ways are called. */
  words?: { first: string; next: string };
  onChange(at: string): void;
}

const USUAL_WORDS = { first: 'earlier-parts.latest', next: 'earlier-parts.earlier' };

/** The ways through a list that comes in parts, one after the other; nothing while there is only one. */
export const PartsPager = ({ at, next, words = USUAL_WORDS, onChange }: Props) => {
  const text = useText();
  /** Stays as it is while a part is awaited: a button that goes takes the focus with it. */
  const isShown = useRef(false);
  if (at !== '' || next !== undefined) isShown.current = at !== '' || next !== null;
  if (!isShown.current) return null;
  return (
    <Flex gap={2} justifyContent="center">
      <StepButton onStep={at !== '' && (() => onChange(''))}>{text(words.first)}</StepButton>
      <StepButton onStep={!!next && (() => onChange(next))}>{text(words.next)}</StepButton>
    </Flex>
  );
};
