import { Td, Tr, Typography } from '@strapi/design-system';
import type { FaultyRow, ImportMode } from '../../../../contracts/pseo-imports';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { FindingsTable } from './FindingsTable';

/** Rows that cannot become pages, each with its line and what is wrong. */
export const FaultyRows = ({ pageImport, mode }: { pageImport: string; mode: ImportMode }) => {
  const text = useText();
  return (
    <FindingsTable<FaultyRow>
      title={text('pseo.faulty.title')}
      about={text('pseo.faulty.about')}
      path={`/${PLUGIN_ID}/imports/${encodeURIComponent(pageImport)}/faulty`}
      headings={[
        text(mode === 'rows' ? 'pseo.faulty.line' : 'pseo.faulty.combination'),
        text('pseo.faulty.slug'),
        text('pseo.faulty.reason'),
      ]}
      row={({ line, slug, faults }, index) => (
        <Tr key={`${line}-${index}`}>
          <Td>
            <Typography>{text('pseo.number', { value: line })}</Typography>
          </Td>
          <Td>
            <Typography style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{slug ?? '–'}</Typography>
          </Td>
          <Td>
            {faults.map(({ kind, message }) => (
              <Typography
                key={`${kind}-${message}`}
                tag="p"
                style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
              >
                {message}
              </Typography>
            ))}
          </Td>
        </Tr>
      )}
    />
  );
};
