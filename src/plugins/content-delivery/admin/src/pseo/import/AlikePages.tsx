import { Td, Tr, Typography } from '@strapi/design-system';
import type { AlikePage } from '../../../../contracts/pseo-imports';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { FindingsTable } from './FindingsTable';

/** Pages that read almost like another one of the file, each with the closest. */
export const AlikePages = ({ pageImport }: { pageImport: string }) => {
  const text = useText();
  const place = (line: number, slug: string) => text('pseo.alike.place', { slug, line });
  return (
    <FindingsTable<AlikePage>
      title={text('pseo.alike.title')}
      about={text('pseo.alike.about')}
      path={`/${PLUGIN_ID}/imports/${encodeURIComponent(pageImport)}/alike`}
      headings={[text('pseo.alike.page'), text('pseo.alike.sibling'), text('pseo.alike.share')]}
      row={({ line, slug, share, sibling }) => (
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
          <Td>
            <Typography>{text('pseo.alike.percent', { share: Math.floor(share * 100) })}</Typography>
          </Td>
        </Tr>
      )}
    />
  );
};
