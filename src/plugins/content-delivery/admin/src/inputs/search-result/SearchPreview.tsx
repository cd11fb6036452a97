import { Box, Flex, Typography } from '@strapi/design-system';
import { useText } from '../../shared/text';
import { breadcrumb, cut, DESCRIPTION, TITLE } from './snippet';

interface Props {
  /** The absolute address of the page. */
  address: string;
  /** The name of the website. */
  site: string;
  title: string;
  description: string;
  /** Said below when the description is not the editor's own. */
  remark?: string;
}

/** How a search engine is likely to show a page. */
export const SearchPreview = ({ address, site, title, description, remark }: Props) => {
  const text = useText();
  return (
    <Flex
      tag="figure"
      aria-label={text('search-result.preview')}
      direction="column"
      alignItems="stretch"
      gap={2}
      padding={4}
      hasRadius
      background="neutral0"
      borderColor="neutral200"
    >
      <Typography tag="figcaption" variant="sigma" textColor="neutral600">
        {text('search-result.preview')}
      </Typography>
      {/* In the type and colours of a result page, whatever the theme of the panel. */}
      <Box
        padding={4}
        hasRadius
        style={{
          background: '#fff',
          fontFamily: 'Arial, sans-serif',
          maxWidth: 632,
          overflowWrap: 'anywhere',
        }}
      >
        <div style={{ color: '#202124', fontSize: 14, lineHeight: '20px' }}>{site}</div>
        <div style={{ color: '#4d5156', fontSize: 12, lineHeight: '18px' }}>{breadcrumb(address)}</div>
        <div style={{ color: '#1a0dab', fontSize: 20, lineHeight: '26px', paddingTop: 5 }}>
          {cut(title, TITLE)}
        </div>
        <div style={{ color: '#4d5156', fontSize: 14, lineHeight: '22px', paddingTop: 3 }}>
          {cut(description, DESCRIPTION)}
        </div>
      </Box>
      {remark && (
        <Typography variant="pi" textColor="neutral600">
          {remark}
        </Typography>
      )}
    </Flex>
  );
};
