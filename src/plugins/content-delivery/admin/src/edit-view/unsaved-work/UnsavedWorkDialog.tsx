import { useState } from 'react';
import { Checkbox, Typography } from '@strapi/design-system';
import type { UnsavedWork } from '../../../../contracts/unsaved-work';
import { useShortMoment } from '../../shared/moments/use-moments';
import { ModalDialog } from '../../shared/ModalDialog';
import { useText } from '../../shared/text';
import { chooseBy, differencesOf, type Choices } from '../edit-conflicts/compare-values';
import { Differences } from '../edit-conflicts/Differences';
import { useFields } from '../use-fields';
import type { Choose, Values } from '../edit-conflicts/merge';
import { bothSides } from './changes';

interface Props {
  work: UnsavedWork;
  /** What was in the form when this was opened. */
  now: Values;
  onBringBack(fields: ReadonlySet<string>, choose: Choose): void;
  onClose(): void;
}

/** What was typed beside what is in the form, field by field. */
export const UnsavedWorkDialog = ({ work, now, onBringBack, onClose }: Props) => {
  const text = useText();
  const moment = useShortMoment();
  const { labelOf, isRelation } = useFields();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [choices, setChoices] = useState<Choices>(new Map());

  const { opened, mine } = bothSides(work.changes, now);
  const differences = differencesOf(opened, mine, now, isRelation).filter(
    ({ field }) => field in work.changes,
  );
  const chosen = Object.keys(work.changes).filter((field) => !left.has(field));
  const toggle = (field: string) => {
    const next = new Set(left);
    if (!next.delete(field)) next.add(field);
    setLeft(next);
  };

  const when = moment(work.keptAt);
  const isOutdated = differences.some(({ by }) => by === 'both');
  return (
    <ModalDialog
      title={text('unsaved-work.title')}
      scrolls
      onClose={onClose}
      leave={text('saving.close')}
      confirm={{
        label: text('unsaved-work.bring-back'),
        isDisabled: chosen.length === 0,
        onConfirm: () => onBringBack(new Set(chosen), chooseBy(differences, choices)),
      }}
    >
      <Typography>{text('unsaved-work.typed-at', { when })}</Typography>
      {isOutdated && <Typography>{text('unsaved-work.outdated')}</Typography>}
      <Differences
        differences={differences}
        choices={choices}
        onChoose={setChoices}
        names={{ newer: text('unsaved-work.column.now'), mine: text('unsaved-work.column.typed') }}
        leavingOut={{
          fields: left,
          input: (field) => (
            <Checkbox
              aria-label={text('unsaved-work.bring-back-field', { field: labelOf(field) })}
              checked={!left.has(field)}
              onCheckedChange={() => toggle(field)}
            />
          ),
        }}
      />
    </ModalDialog>
  );
};
