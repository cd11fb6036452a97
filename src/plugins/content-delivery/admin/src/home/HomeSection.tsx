import { useId, type ReactNode } from 'react';
import { Flex, Typography } from '@strapi/design-system';

interface Props {
  title: string;
  children: ReactNode;
}

/** A part of the home page with a heading. */
export const HomeSection = ({ title, children }: Props) => {
  const heading = useId();
  return (
    <Flex tag="section" aria-labelledby={heading} direction="column" alignItems="stretch" gap={1}>
      <Typography id={heading} tag="h3" variant="delta">
        {title}
      </Typography>
      {children}
    </Flex>
  );
};
