import { Button } from '@strapi/design-system';
import type { ColumnNote, ImportCheck } from '../../../../contracts/pseo-imports';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { Section } from '../../shared/Section';
import { withEmpty } from './targets';

interface Props {
  check: ImportCheck;
  /** How many columns the file has. */
  columns: number;
  isSending: boolean;
  /** Null where nothing can be chosen any more. */
  onCheck: ((choices: ImportCheck['choices']) => void) | null;
}

/** Columns whose cells say something else than they seem to mean, each with a way to count them as empty. */
export const ColumnNotes = ({ check: { choices, notes }, columns, isSending, onCheck }: Props) => {
  const text = useText();
  const isAnyEmpty = choices.empty?.some((texts) => texts !== null && texts.length > 0) ?? false;
  if (notes.length === 0 && !isAnyEmpty) return null;
  const nameOf = ({ index, column }: ColumnNote): string => {
    const target = choices.targets[index];
    if (!target) return column;
    return target.to === 'variable' ? target.name : text(`pseo.field.${target.to}`);
  };
  return (
    <Section title={text('pseo.notes.title')} about={text('pseo.notes.about')}>
      {notes.map((note) => (
        <Notice
          key={`${note.index}-${note.kind}`}
          tone="warning"
          action={
            onCheck &&
            note.values.length > 0 && (
              <Button
                size="S"
                variant="secondary"
                loading={isSending}
                onClick={() => onCheck(withEmpty(choices, columns, note))}
              >
                {text('pseo.notes.count-as-empty', { name: nameOf(note) })}
              </Button>
            )
          }
        >
          {text(`pseo.notes.${note.kind}`, {
            name: nameOf(note),
            values: note.values.join(' · '),
            count: note.count,
          })}
        </Notice>
      ))}
      {isAnyEmpty && (
        <Notice
          tone="info"
          action={
            onCheck && (
              <Button
                size="S"
                variant="secondary"
                loading={isSending}
                onClick={() => onCheck({ mode: choices.mode, targets: choices.targets })}
              >
                {text('pseo.notes.as-texts')}
              </Button>
            )
          }
        >
          {text('pseo.notes.empty', {
            values: [...new Set(choices.empty?.flatMap((texts) => texts ?? []))].join(' · '),
          })}
        </Notice>
      )}
    </Section>
  );
};
