import { useState } from 'react';
import { Button, Checkbox, Modal, Td, Tr, Typography } from '@strapi/design-system';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import type { UnsavedWork } from '../../../../contracts/unsaved-work';
import { DataTable } from '../../shared/DataTable';
import { useShortMoment } from '../../shared/moments/use-moments';
import { ScrollingBody } from '../../shared/ScrollingBody';
import { useText } from '../../shared/text';
import { differencesOf, Value } from '../edit-conflicts/Differences';
import type { Values } from '../edit-conflicts/merge';
import { shortened } from '../edit-conflicts/values-as-text';
import { bothSides } from './changes';

interface Context {
  contentType?: { attributes: Record<string, { type: string }> };
  layout: { edit: { metadatas: Record<string, { label?: string }> } };
}

interface Props {
  work: UnsavedWork;
  stored: Values;
  onBringBack(fields: ReadonlySet<string>): void;
  onClose(): void;
}

/** What was typed beside what is stored, field by field. */
export const UnsavedWorkDialog = ({ work, stored, onBringBack, onClose }: Props) => {
  const text = useText();
  const moment = useShortMoment();
  const { contentType, layout } = useContentManagerContext() as unknown as Context;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());

  const differences = differencesOf(
    {
      ...bothSides(work.changes, stored),
      label: (field) => layout.edit.metadatas[field]?.label ?? field,
      typeOf: (field) => contentType?.attributes[field]?.type,
    },
    stored,
  ).filter(({ field }) => field in work.changes);
  const chosen = differences.map(({ field }) => field).filter((field) => !left.has(field));
  const toggle = (field: string) => {
    const next = new Set(left);
    if (!next.delete(field)) next.add(field);
    setLeft(next);
  };

  const when = moment(work.keptAt);
  const isOutdated = differences.some(({ by }) => by === 'both');
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => (isOpen ? undefined : onClose())}>
      <Modal.Content>
        <Modal.Header closeLabel={text('saving.close-dialog')}>
          <Modal.Title>{text('unsaved-work.title')}</Modal.Title>
        </Modal.Header>
        <ScrollingBody label={text('unsaved-work.title')}>
          <Typography>{text('unsaved-work.typed-at', { when })}</Typography>
          {isOutdated && <Typography>{text('unsaved-work.outdated')}</Typography>}
          <DataTable
            headings={['bring-back', 'field', 'stored', 'typed'].map((column) =>
              text(`unsaved-work.column.${column}`),
            )}
            rows={differences.length}
          >
            {differences.map(({ field, label, by, mine, theirs }) => (
              <Tr key={field}>
                <Td>
                  <Checkbox
                    aria-label={text('unsaved-work.bring-back-field', { field: label })}
                    checked={!left.has(field)}
                    onCheckedChange={() => toggle(field)}
                  />
                </Td>
                <Td>
                  <Typography fontWeight="bold">{label}</Typography>
                  {by === 'both' && (
                    <Typography tag="p" variant="pi" textColor="danger700">
                      {text('unsaved-work.changed-since')}
                    </Typography>
                  )}
                </Td>
                <Td>
                  <Value text={shortened(theirs, mine)} isKept={left.has(field)} />
                </Td>
                <Td>
                  <Value text={shortened(mine, theirs)} isKept={!left.has(field)} />
                </Td>
              </Tr>
            ))}
          </DataTable>
        </ScrollingBody>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {text('saving.close')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onBringBack(new Set(chosen))}>
            {text('unsaved-work.bring-back')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
