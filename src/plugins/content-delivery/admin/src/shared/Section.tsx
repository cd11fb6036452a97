import { useId, type ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';

interface Props {
  title: string;
  /** Shown beside the title. */
  badge?: ReactNode;
  about?: ReactNode;
  /** Shown at the right of the title. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a page with its own heading. */
export const Section = ({ title, badge, about, action, children }: Props) => {
  const heading = useId();
  return (
    <Box
      tag="section"
      aria-labelledby={heading}
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={{ initial: 4, medium: 6 }}
    >
      <Flex direction="column" alignItems="stretch" gap={5}>
        <Flex justifyContent="space-between" alignItems="flex-start" gap={4} wrap="wrap">
          <Flex direction="column" alignItems="flex-start" gap={1} minWidth="0">
            <Flex gap={3} wrap="wrap">
              <Typography id={heading} variant="beta" tag="h2" style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Typography>
              {badge}
            </Flex>
            {typeof about === 'string' ? <Typography textColor="neutral600">{about}</Typography> : about}
          </Flex>
          {action}
        </Flex>
        {children}
      </Flex>
    </Box>
  );
};
