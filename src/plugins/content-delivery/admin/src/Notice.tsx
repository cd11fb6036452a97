import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';

interface NoticeProps {
  variant: 'warning' | 'danger' | 'primary';
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Something to know before going on. A problem is read out at once. */
export const Notice = ({ variant, children, action }: NoticeProps) => (
  <Box
    background={`${variant}100`}
    borderColor={`${variant}200`}
    hasRadius
    padding={3}
    role={variant === 'danger' ? 'alert' : undefined}
  >
    <Flex gap={3} wrap="wrap" justifyContent="space-between">
      <Typography textColor="neutral800">{children}</Typography>
      {action}
    </Flex>
  </Box>
);
