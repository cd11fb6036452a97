import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';

interface Props {
  to: string;
  title: string;
  /** What is said of it in small. */
  about: string;
}

/** One of a list on the home page. */
export const HomeRow = ({ to, title, about }: Props) => (
  <Flex tag="li" gap={3} justifyContent="space-between" wrap="wrap">
    <Link tag={NavLink} to={to}>
      {title}
    </Link>
    <Typography variant="pi" textColor="neutral600">
      {about}
    </Typography>
  </Flex>
);
