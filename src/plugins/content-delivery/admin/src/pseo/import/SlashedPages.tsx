import { Td, Tr, Typography } from '@strapi/design-system';
import type { SlashedPage } from '../../../../contracts/pseo-imports';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { FindingsTable } from './FindingsTable';

/** Pages whose slug has a part more because of a slash in a value. */
export const SlashedPages = ({ pageImport }: { pageImport: string }) => {
  const text = useText();
  return (
    <FindingsTable<SlashedPage>
      title={text('pseo.slashed.title')}
      about={text('pseo.slashed.about')}
      path={`/${PLUGIN_ID}/imports/${encodeURIComponent(pageImport)}/slashed`}
      headings={[text('pseo.faulty.line'), text('pseo.slashed.slug'), text('pseo.slashed.variables')]}
      row={({ line, slug, variables }, index) => (
        <Tr key={`${line}-${index}`}>
          <Td>
            <Typography>{text('pseo.number', { value: line })}</Typography>
          </Td>
          {[slug, variables.join(', ')].map((one, at) => (
            <Td key={at}>
              <Typography style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{one}</Typography>
            </Td>
          ))}
        </Tr>
      )}
    />
  );
};
