import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';

/** One of the things to do, with its heading. */
export const Step = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <Box background="neutral0" hasRadius shadow="tableShadow" padding={{ initial: 4, medium: 6 }}>
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Flex direction="column" alignItems="flex-start" gap={1}>
        <Typography variant="delta" tag="h2">
          {title}
        </Typography>
        <Typography textColor="neutral600">{about}</Typography>
      </Flex>
      {children}
    </Flex>
  </Box>
);
