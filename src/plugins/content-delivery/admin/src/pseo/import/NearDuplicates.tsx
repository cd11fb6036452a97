import { Td, Tr, Typography } from '@strapi/design-system';
import type { NearDuplicate } from '../../../../contracts/pseo-imports';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { FindingsTable } from './FindingsTable';

/** Pages that read like another one of the file, each with the first of these. */
export const NearDuplicates = ({ pageImport }: { pageImport: string }) => {
  const text = useText();
  const place = (line: number, slug: string) => text('pseo.alike.place', { slug, line });
  return (
    <FindingsTable<NearDuplicate>
      title={text('pseo.alike.title')}
      about={text('pseo.alike.about')}
      path={`/${PLUGIN_ID}/imports/${encodeURIComponent(pageImport)}/alike`}
      headings={[text('pseo.alike.page'), text('pseo.alike.sibling')]}
      row={({ line, slug, sibling }) => (
        <Tr key={line}>
          <Td>
            <Typography style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
              {place(line, slug)}
            </Typography>
          </Td>
          <Td>
            <Typography style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
              {place(sibling.line, sibling.slug)}
            </Typography>
          </Td>
        </Tr>
      )}
    />
  );
};
