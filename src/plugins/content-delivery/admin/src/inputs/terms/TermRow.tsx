import { forwardRef, type ReactNode } from 'react';
import { Flex, type FlexProps } from '@strapi/design-system';

interface Props extends FlexProps<'div'> {
  isForeign?: boolean;
  children: ReactNode;
}

/** One picked category, tag or author. */
export const TermRow = forwardRef<HTMLDivElement, Props>(({ isForeign, children, ...props }, ref) => (
  <Flex
    ref={ref}
    justifyContent="space-between"
    gap={2}
    paddingTop={1}
    paddingBottom={1}
    paddingLeft={3}
    paddingRight={1}
    hasRadius
    background={isForeign ? 'warning100' : 'neutral0'}
    borderColor={isForeign ? 'warning200' : 'neutral200'}
    {...props}
  >
    {children}
  </Flex>
));
TermRow.displayName = 'TermRow';
