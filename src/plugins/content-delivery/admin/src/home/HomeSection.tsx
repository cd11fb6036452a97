import type { ReactNode } from 'react';
import { Flex, Typography } from '@strapi/design-system';

interface Props {
  /** Of the heading, by which the section is named. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A part of the home page with a heading. */
export const HomeSection = ({ id, title, children }: Props) => (
  <Flex tag="section" aria-labelledby={id} direction="column" alignItems="stretch" gap={1}>
    <Typography id={id} tag="h3" variant="delta">
      {title}
    </Typography>
    {children}
  </Flex>
);
