import type { ReactNode } from 'react';
import { Box, Field, Flex, Grid, Radio, Typography } from '@strapi/design-system';
import { useExactMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { MarkedWords } from '../history/MarkedWords';
import { isHtmlField, visibleTexts } from '../history/visible-text';
import { compareWords } from '../history/words';
import { useFields } from '../use-fields';
import { choicesAt, chosenAt, keyOf, placesToChoose, type Choices, type Difference } from './compare-values';
import type { Choice } from './merge-texts';
import { valueAsText } from './values-as-text';

interface Props {
  differences: readonly Difference[];
  choices: Choices;
  onChoose(choices: Choices): void;
  /** What the two versions are called. */
  names: { newer: string; mine: string };
  /** Where whole fields can be left out: what does that, beside the name of a field, and those that are. */
  leavingOut?: { input(field: string): ReactNode; fields: ReadonlySet<string> };
}

/** Two versions side by side, whole and in words, with a choice where both have changed the same. */
export const Differences = ({ differences, choices, onChoose, names, leavingOut }: Props) => {
  const text = useText();
  const { labelOf } = useFields();
  if (differences.length === 0)
    return <Typography textColor="neutral600">{text('saving.no-differences')}</Typography>;
  return differences.map((difference) => {
    const { field, by } = difference;
    const label = labelOf(field);
    const isOpen = placesToChoose(difference).length > 0;
    return (
      <Box key={field} tag="section" aria-label={label} borderColor="neutral200" hasRadius padding={4}>
        <Flex gap={3} wrap="wrap" paddingBottom={2}>
          {leavingOut?.input(field)}
          <Typography variant="delta" tag="h3">
            {label}
          </Typography>
          <Typography variant="pi" textColor={isOpen ? 'danger700' : 'neutral600'}>
            {text(`saving.changed-by.${by === 'both' && !isOpen ? 'each' : by}`)}
          </Typography>
        </Flex>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Places {...{ difference, label, choices, onChoose, names, leavingOut }} />
        </Flex>
      </Box>
    );
  });
};

type PlacesProps = Omit<Props, 'differences'> & { difference: Difference; label: string };

const Places = ({ difference, label, choices, onChoose, names, leavingOut }: PlacesProps) => {
  const text = useText();
  const { contentType } = useFields();
  const moment = useExactMoment();
  const { field, passages } = difference;
  const inWords = (values: readonly unknown[]): string[] => {
    const isMoment = contentType?.attributes[field]?.type === 'datetime';
    const words = values.map((value) =>
      isMoment && typeof value === 'string' ? moment(value) : valueAsText(value),
    );
    return isHtmlField(contentType, field) ? visibleTexts(words, text) : words;
  };
  const all = passages ?? [difference];
  const isLeftOut = leavingOut?.fields.has(field) ?? false;
  const isAsked = !isLeftOut && !(leavingOut && passages === null);
  return all.map((passage, place) => {
    if (passage.by === 'nobody') return null;
    const isOpen = passage.by === 'both';
    const taken = isOpen ? chosenAt(difference, place, choices) : passage.by === 'me' ? 'mine' : 'newer';
    const chosen = isLeftOut ? 'newer' : taken;
    const [opened = '', newer = '', mine = ''] = inWords([passage.opened, passage.newer, passage.mine]);
    const words = { newer, mine };
    const sides = (['newer', 'mine'] as const).map((side) => {
      const isKept = chosen === side || chosen === 'both';
      const parts = compareWords(opened, words[side]);
      // Where readers see no words, or the same ones, nothing else tells the two apart.
      const isMarkupOnly =
        typeof passage[side] === 'string' &&
        passage[side] !== passage.opened &&
        parts.every(({ kind }) => kind === 'same');
      return (
        <Grid.Item key={side} col={6} s={12} xs={12} direction="column" alignItems="stretch">
          <Side name={names[side]} isKept={isKept}>
            {parts.length > 0 ? (
              <MarkedWords parts={parts} />
            ) : (
              <Typography textColor="neutral600">{text('saving.nothing')}</Typography>
            )}
            {isMarkupOnly && (
              <Typography variant="pi" tag="p" textColor="neutral600">
                {text('history.markup-only')}
              </Typography>
            )}
          </Side>
        </Grid.Item>
      );
    });
    const key = keyOf(field, place);
    return (
      <Box key={key}>
        <Grid.Root gap={4}>{sides}</Grid.Root>
        {isOpen && isAsked && (
          <Choose
            name={key}
            question={text('saving.choose', { field: label })}
            choices={choicesAt(difference, place)}
            nameOf={(choice) => (choice === 'both' ? text('saving.both') : names[choice])}
            chosen={chosen}
            onChoose={(choice) => onChoose(new Map([...choices, [key, choice]]))}
          />
        )}
      </Box>
    );
  });
};

interface SideProps {
  name: string;
  /** The form is to have it. */
  isKept: boolean;
  children: ReactNode;
}

const Side = ({ name, isKept, children }: SideProps) => {
  const text = useText();
  return (
    <Box
      borderColor={isKept ? 'primary600' : 'neutral200'}
      background={isKept ? 'neutral0' : 'neutral100'}
      hasRadius
      padding={3}
      height="100%"
    >
      <Typography variant="sigma" tag="p" textColor={isKept ? 'primary700' : 'neutral600'}>
        {isKept ? text('saving.kept', { name }) : name}
      </Typography>
      {children}
    </Box>
  );
};

interface ChooseProps {
  name: string;
  question: string;
  choices: readonly Choice[];
  nameOf(choice: Choice): string;
  chosen: Choice;
  onChoose(choice: Choice): void;
}

const Choose = ({ name, question, choices, nameOf, chosen, onChoose }: ChooseProps) => (
  <Box paddingTop={2}>
    <Field.Root name={name}>
      <Field.Label>{question}</Field.Label>
      <Radio.Group
        aria-label={question}
        value={chosen}
        onValueChange={(choice: string) => onChoose(choice as Choice)}
      >
        {choices.map((choice) => (
          <Radio.Item key={choice} value={choice}>
            {nameOf(choice)}
          </Radio.Item>
        ))}
      </Radio.Group>
    </Field.Root>
  </Box>
);
