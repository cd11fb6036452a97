import type { MouseEvent } from 'react';
import { Flex, Status, Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import { hasSafeAddress } from '../../../contracts/term-names';
import { changeColumns } from '../shared/list-columns';
import { useText } from '../shared/text';

interface Row {
  documentId: string;
  name?: string | null;
}

/**
 * A name, marked where front ends cannot give it an address: it was stored before names needed one, or migrated. It leads to its
 * entry, as the first column of Strapi's own does.
 */
const Name = ({ documentId, name }: Row) => {
  const text = useText();
  const isSafe = !name || hasSafeAddress(name);
  return (
    <Flex gap={2}>
      <Typography
        tag={Link}
        to={documentId}
        onClick={(event: MouseEvent) => event.stopPropagation()}
        textColor="neutral800"
        maxWidth="30rem"
        ellipsis
      >
        {name || '-'}
      </Typography>
      {!isSafe && (
        <Status variant="warning" size="S">
          <Typography textColor="neutral800">{text('term-address.unsafe-in-list')}</Typography>
        </Status>
      )}
    </Flex>
  );
};

/** Marks in the lists of categories and tags what has no safe address. */
export const markUnsafeTerms = (app: Pick<StrapiApp, 'registerHook'>): void =>
  changeColumns<Row>(
    app,
    (columns) =>
      columns.map((column) =>
        column.name === 'name' ? { ...column, cellFormatter: (row) => <Name {...row} /> } : column,
      ),
    'terms',
  );
