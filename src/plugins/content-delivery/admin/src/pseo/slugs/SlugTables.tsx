import { useId, type ReactNode } from 'react';
import { Flex, Link, Td, Tr, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { PageRefusal, SlugChange } from '../../../../contracts/pseo-pages';
import { contentManager } from '../../shared/content-manager';
import { DataTable, WRAPPED } from '../../shared/DataTable';
import { useText } from '../../shared/text';

interface TableProps {
  title: string;
  headings: readonly string[];
  rows: number;
  children: ReactNode;
}

const TitledTable = ({ title, headings, rows, children }: TableProps) => {
  const heading = useId();
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography id={heading} tag="h3" variant="delta">
        {title}
      </Typography>
      <DataTable headings={headings} rows={rows} labelledBy={heading}>
        {children}
      </DataTable>
    </Flex>
  );
};

/** Says how many of all are shown, unless it is all of them. */
const useTitle = () => {
  const text = useText();
  return (key: string, shown: number, count: number): string =>
    shown === count ? text(key) : text('pseo.slugs.first', { title: text(key), shown, count });
};

const PageLink = ({ page, slug }: { page: string; slug: string | null }) => {
  const text = useText();
  return (
    <Link tag={NavLink} to={contentManager.page(page)} style={WRAPPED}>
      {slug ?? text('pseo.list.no-slug')}
    </Link>
  );
};

/** Some pages with their slugs as they are and as they would be. */
export const SlugChanges = ({ changes, count }: { changes: readonly SlugChange[]; count: number }) => {
  const text = useText();
  const titleOf = useTitle();
  const target = (slug: string | null) =>
    text('pseo.slugs.target', { slug: slug ?? text('pseo.slugs.none') });
  return (
    <TitledTable
      title={titleOf('pseo.check.update', changes.length, count)}
      headings={[text('pseo.slugs.column.now'), text('pseo.slugs.column.new')]}
      rows={changes.length}
    >
      {changes.map(({ page, from, to, liveSlug }) => {
        const isRetargeted = from.targetSlug !== to.targetSlug;
        return (
          <Tr key={page}>
            <Td>
              <PageLink page={page} slug={from.slug} />
              {liveSlug !== null && liveSlug !== from.slug && (
                <Typography tag="p" variant="pi" textColor="neutral600" style={WRAPPED}>
                  {text('pseo.slugs.live-under', { slug: liveSlug })}
                </Typography>
              )}
              {isRetargeted && (
                <Typography tag="p" variant="pi" textColor="neutral600" style={WRAPPED}>
                  {target(from.targetSlug)}
                </Typography>
              )}
            </Td>
            <Td>
              <Typography style={WRAPPED}>{to.slug ?? text('pseo.list.no-slug')}</Typography>
              {isRetargeted && (
                <Typography tag="p" variant="pi" textColor="neutral600" style={WRAPPED}>
                  {target(to.targetSlug)}
                </Typography>
              )}
            </Td>
          </Tr>
        );
      })}
    </TitledTable>
  );
};

/** Pages that stay as they are, each with the reason, in a table with columns for both. */
export const RefusalRows = ({ refusals }: { refusals: readonly PageRefusal[] }) =>
  refusals.map(({ page, slug, reason }) => (
    <Tr key={page}>
      <Td>
        <PageLink page={page} slug={slug} />
      </Td>
      <Td>
        <Typography style={WRAPPED}>{reason}</Typography>
      </Td>
    </Tr>
  ));

/** Pages that would stay as they are, each with the reason. */
export const SlugRefusals = ({ refusals, count }: { refusals: readonly PageRefusal[]; count: number }) => {
  const text = useText();
  const titleOf = useTitle();
  return (
    <TitledTable
      title={titleOf('pseo.slugs.refusals', refusals.length, count)}
      headings={[text('pseo.faulty.slug'), text('pseo.faulty.reason')]}
      rows={refusals.length}
    >
      <RefusalRows refusals={refusals} />
    </TitledTable>
  );
};
