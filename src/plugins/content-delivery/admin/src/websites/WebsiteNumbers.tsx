import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { WebsiteNumbers as Numbers } from '../../../contracts/websites';
import { useText } from '../shared/text';

export const NUMBERS = ['livePosts', 'scheduledPosts', 'draftPosts', 'livePages', 'links'] as const;

/** How much a website has; what the user may not read is left out. */
export const WebsiteNumbers = ({ numbers }: { numbers: Numbers }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  return (
    <Flex tag="dl" gap={{ initial: 4, medium: 8 }} wrap="wrap" alignItems="flex-start">
      {NUMBERS.map((name) => {
        const value = numbers[name];
        return (
          value !== null && (
            <Flex key={name} direction="column-reverse" alignItems="flex-start" gap={1}>
              <Typography tag="dt" variant="pi" textColor="neutral600">
                {text(`numbers.${name}`)}
              </Typography>
              <Typography tag="dd" variant="beta">
                {formatNumber(value)}
              </Typography>
            </Flex>
          )
        );
      })}
    </Flex>
  );
};
