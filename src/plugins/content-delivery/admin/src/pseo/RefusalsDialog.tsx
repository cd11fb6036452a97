import { useEffect, useState } from 'react';
import { Button, Flex, Loader } from '@strapi/design-system';
import type { PageRefusal, PageRefusals } from '../../../contracts/pseo-pages';
import { DataTable } from '../shared/DataTable';
import { Notice } from '../shared/Notice';
import { ModalDialog } from '../shared/ModalDialog';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { useText } from '../shared/text';
import { RefusalRows } from './slugs/SlugTables';

interface Props {
  title: string;
  /** The route that answers them part by part. */
  path: string;
  onClose(): void;
}

/** Pages that were left as they were, each with the reason. */
export const RefusalsDialog = ({ title, path, onClose }: Props) => {
  const text = useText();
  const [cursor, setCursor] = useState<string | undefined>(undefined);
  const [refusals, setRefusals] = useState<PageRefusal[]>([]);
  const { answer, problem } = useAnswer<{ data: PageRefusals }>(withQuery(path, { cursor }));

  useEffect(() => {
    if (!answer) return;
    setRefusals((known) => {
      const pages = new Set(known.map(({ page }) => page));
      return [...known, ...answer.data.refusals.filter(({ page }) => !pages.has(page))];
    });
  }, [answer]);

  return (
    <ModalDialog title={title} scrolls onClose={onClose} leave={text('dialog.close')}>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <DataTable headings={[text('pseo.faulty.slug'), text('pseo.faulty.reason')]} rows={refusals.length}>
        <RefusalRows refusals={refusals} />
      </DataTable>
      {answer === null && problem === null && <Loader small>{text('loading')}</Loader>}
      {answer?.data.nextCursor && (
        <Flex justifyContent="center">
          <Button variant="tertiary" onClick={() => setCursor(answer.data.nextCursor ?? undefined)}>
            {text('pseo.more')}
          </Button>
        </Flex>
      )}
    </ModalDialog>
  );
};
