import { Td, Tr, Typography } from '@strapi/design-system';
import type { RenamedPage } from '../../../../contracts/pseo-imports';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { FindingsTable } from './FindingsTable';

/** Pages whose slug becomes another one, as the given one would need encoding in an address. */
export const RenamedPages = ({ pageImport }: { pageImport: string }) => {
  const text = useText();
  return (
    <FindingsTable<RenamedPage>
      title={text('pseo.renamed.title')}
      about={text('pseo.renamed.about')}
      path={`/${PLUGIN_ID}/imports/${encodeURIComponent(pageImport)}/renamed`}
      headings={[text('pseo.renamed.line'), text('pseo.renamed.given'), text('pseo.renamed.slug')]}
      row={({ line, given, slug }) => (
        <Tr key={line}>
          <Td>
            <Typography>{text('pseo.renamed.number', { line })}</Typography>
          </Td>
          {[given, slug].map((one, column) => (
            <Td key={column}>
              <Typography style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{one}</Typography>
            </Td>
          ))}
        </Tr>
      )}
    />
  );
};
