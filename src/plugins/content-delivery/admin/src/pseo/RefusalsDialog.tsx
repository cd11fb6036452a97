import { useEffect, useState } from 'react';
import { Button, Flex, Link, Loader, Td, Tr, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { PageRefusal, PageRefusals } from '../../../contracts/pseo-pages';
import { contentManager } from '../shared/content-manager';
import { DataTable } from '../shared/DataTable';
import { Notice } from '../shared/Notice';
import { ModalDialog } from '../shared/ModalDialog';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { useText } from '../shared/text';

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
        {refusals.map(({ page, slug, reason }) => (
          <Tr key={page}>
            <Td>
              <Link tag={NavLink} to={contentManager.page(page)} style={{ overflowWrap: 'anywhere' }}>
                {slug ?? text('pseo.list.no-slug')}
              </Link>
            </Td>
            <Td>
              <Typography style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{reason}</Typography>
            </Td>
          </Tr>
        ))}
      </DataTable>
      {answer === null && problem === null && <Loader small>{text('pseo.loading')}</Loader>}
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
