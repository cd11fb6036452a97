import { Typography } from '@strapi/design-system';
import type {
  FaultyRow,
  ImportMode,
  NearDuplicate,
  RenamedPage,
  SlashedPage,
} from '../../../../contracts/pseo-imports';
import { WRAPPED } from '../../shared/DataTable';
import { useText } from '../../shared/text';
import { FindingsTable } from './FindingsTable';

interface Props {
  /** documentId */
  pageImport: string;
}

const Line = ({ children }: { children: string }) => <Typography>{children}</Typography>;

/** Rows that cannot become pages, each with its line and what is wrong. */
export const FaultyRows = ({ pageImport, mode }: Props & { mode: ImportMode }) => {
  const text = useText();
  return (
    <FindingsTable<FaultyRow>
      pageImport={pageImport}
      kind="faulty"
      headings={[
        text(mode === 'rows' ? 'pseo.faulty.line' : 'pseo.faulty.combination'),
        text('pseo.faulty.slug'),
        text('pseo.faulty.reason'),
      ]}
      cells={({ line, slug, faults }) => [
        <Line key="line">{text('pseo.number', { value: line })}</Line>,
        slug ?? '–',
        faults.map(({ kind, message }) => (
          <Typography key={`${kind}-${message}`} tag="p" style={WRAPPED}>
            {message}
          </Typography>
        )),
      ]}
    />
  );
};

/** Pages whose slug becomes another one, as the given one would need encoding in an address. */
export const RenamedPages = ({ pageImport }: Props) => {
  const text = useText();
  return (
    <FindingsTable<RenamedPage>
      pageImport={pageImport}
      kind="renamed"
      headings={[text('pseo.faulty.line'), text('pseo.renamed.given'), text('pseo.renamed.slug')]}
      cells={({ line, given, slug }) => [
        <Line key="line">{text('pseo.number', { value: line })}</Line>,
        // Spaces at its ends are part of what was given.
        ...[given, slug].map((one, place) => (
          <Typography key={place} style={{ ...WRAPPED, whiteSpace: 'pre-wrap' }}>
            {one}
          </Typography>
        )),
      ]}
    />
  );
};

/** Pages whose slug has a part more because of a slash in a value. */
export const SlashedPages = ({ pageImport }: Props) => {
  const text = useText();
  return (
    <FindingsTable<SlashedPage>
      pageImport={pageImport}
      kind="slashed"
      headings={[text('pseo.faulty.line'), text('pseo.faulty.slug'), text('pseo.slashed.variables')]}
      cells={({ line, slug, variables }) => [
        <Line key="line">{text('pseo.number', { value: line })}</Line>,
        slug,
        variables.join(', '),
      ]}
    />
  );
};

/** Pages that read like another one of the file, each with the first of these. */
export const NearDuplicates = ({ pageImport }: Props) => {
  const text = useText();
  return (
    <FindingsTable<NearDuplicate>
      pageImport={pageImport}
      kind="alike"
      headings={[text('pseo.alike.page'), text('pseo.alike.sibling')]}
      cells={({ sibling, ...page }) =>
        [page, sibling].map(({ line, slug }) => text('pseo.alike.place', { slug, line }))
      }
    />
  );
};
