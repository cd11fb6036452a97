import { Box, Flex, Typography } from '@strapi/design-system';
import type { KeywordCount } from '../../../../contracts/editing';
import { useText } from '../../shared/text';

/** The keywords that front ends turn into links in the saved text. */
export const Keywords = ({ keywords }: { keywords: readonly KeywordCount[] | null }) => {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography tag="h3" variant="omega" fontWeight="bold">
        {text('front-end-view.keywords.title')}
      </Typography>
      {keywords === null || keywords.length === 0 ? (
        <Typography textColor="neutral600">
          {text(keywords ? 'front-end-view.keywords.none' : 'front-end-view.keywords.too-long')}
        </Typography>
      ) : (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={2} maxHeight="24rem" overflow="auto">
          {keywords.map(({ keyword, url, count }) => (
            <Box tag="li" key={keyword} style={{ overflowWrap: 'anywhere' }}>
              <Flex justifyContent="space-between" gap={2} alignItems="flex-start">
                <Typography>{keyword}</Typography>
                <Typography textColor="neutral600" style={{ whiteSpace: 'nowrap' }}>
                  {text('front-end-view.keywords.count', { count })}
                </Typography>
              </Flex>
              <Typography variant="pi" textColor="neutral600">
                {url}
              </Typography>
            </Box>
          ))}
        </Flex>
      )}
    </Flex>
  );
};
