import type { MouseEvent } from 'react';
import { Flex, Status, Typography } from '@strapi/design-system';
import type { StrapiApp } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import { hasSafeAddress } from '../../../contracts/term-names';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useText } from '../shared/text';

interface Row {
  documentId: string;
  name?: string | null;
}

interface List {
  displayedHeaders: { name: string; cellFormatter?(row: Row): JSX.Element }[];
  layout: { options?: Record<string, unknown> };
}

const HOOK = 'Admin/CM/pages/ListView/inject-column-in-table';

/** By what a content type's schema asks for: `"pluginOptions": { "content-delivery": { "list": "terms" } }`. */
const isTerms = ({ options }: List['layout']): boolean =>
  (options?.[PLUGIN_ID] as { list?: string } | undefined)?.list === 'terms';

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

/** Marks in the lists of categories and tags what has no safe address. For the plugin's `bootstrap`, as hooks are there only then. */
export const markUnsafeTerms = (app: Pick<StrapiApp, 'registerHook'>): void =>
  app.registerHook(HOOK, (given: unknown) => {
    const list = given as List;
    if (!isTerms(list.layout)) return list;
    const marked = list.displayedHeaders.map((header) =>
      header.name === 'name' ? { ...header, cellFormatter: (row: Row) => <Name {...row} /> } : header,
    );
    return { ...list, displayedHeaders: marked };
  });
