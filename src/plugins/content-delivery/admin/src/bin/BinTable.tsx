import { Button, Flex, Td, Tr, Typography } from '@strapi/design-system';
import type { BinnedEntry } from '../../../contracts/bin';
import { useAuthorInWords } from '../edit-view/history/version-in-words';
import { DataTable } from '../shared/DataTable';
import { useDay, useShortMoment } from '../shared/moments/use-moments';
import { useText } from '../shared/text';
import { CAMPAIGN } from '../shared/uids';

interface Props {
  entries: readonly BinnedEntry[];
  isBusy: boolean;
  onBringBack(entry: BinnedEntry): void;
  onDelete(entry: BinnedEntry): void;
}

const COLUMNS = ['name', 'type', 'website', 'deleted', 'kept-until', 'actions'] as const;

/** What was deleted, latest first. */
export const BinTable = ({ entries, isBusy, onBringBack, onDelete }: Props) => {
  const text = useText();
  const moment = useShortMoment();
  const day = useDay();
  const authorInWords = useAuthorInWords();
  return (
    <DataTable headings={COLUMNS.map((column) => text(`bin.column.${column}`))} rows={entries.length}>
      {entries.map((entry) => {
        const name = entry.name || text('no-title');
        return (
          <Tr key={entry.documentId}>
            <Td>
              <Typography fontWeight="bold">{name}</Typography>
            </Td>
            <Td>
              <Typography>
                {text(entry.type === CAMPAIGN ? 'activity.type.pseo-campaign' : 'activity.type.post')}
              </Typography>
            </Td>
            <Td>
              <Typography>{entry.website.name}</Typography>
            </Td>
            <Td>
              <Typography>
                {[moment(entry.deletedAt), authorInWords(entry.deletedBy)]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </Typography>
            </Td>
            <Td>
              <Typography>{day(entry.keptUntil)}</Typography>
            </Td>
            <Td>
              <Flex gap={2} wrap="wrap">
                {entry.mayBringBack && (
                  <Button
                    variant="secondary"
                    disabled={isBusy}
                    aria-label={text('bin.bring-back-one', { name })}
                    onClick={() => onBringBack(entry)}
                  >
                    {text('bin.bring-back')}
                  </Button>
                )}
                {entry.mayDelete && (
                  <Button
                    variant="danger-light"
                    disabled={isBusy}
                    aria-label={text('bin.delete-one', { name })}
                    onClick={() => onDelete(entry)}
                  >
                    {text('bin.delete-for-good')}
                  </Button>
                )}
              </Flex>
            </Td>
          </Tr>
        );
      })}
    </DataTable>
  );
};
