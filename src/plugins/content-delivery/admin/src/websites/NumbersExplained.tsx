import { Box, Flex, Typography } from '@strapi/design-system';
import { useText } from '../shared/text';

export const NUMBERS = ['livePosts', 'scheduledPosts', 'draftPosts', 'livePages', 'links'] as const;

/** What each number of the page counts. */
export const NumbersExplained = () => {
  const text = useText();
  return (
    <Box tag="section" aria-labelledby="numbers-explained" paddingTop={2}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography id="numbers-explained" variant="delta" tag="h2">
          {text('numbers.title')}
        </Typography>
        <Flex tag="dl" direction="column" alignItems="stretch" gap={2}>
          {NUMBERS.map((name) => (
            <div key={name}>
              <Typography tag="dt" variant="omega" fontWeight="semiBold">
                {text(`numbers.${name}`)}
              </Typography>
              <Typography tag="dd" variant="omega" textColor="neutral600">
                {text(`numbers.${name}.about`)}
              </Typography>
            </div>
          ))}
        </Flex>
      </Flex>
    </Box>
  );
};
