import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';

interface Figure {
  name: string;
  /** Null while it is not known. */
  value: number | null;
  tone?: 'danger700' | 'warning700' | undefined;
}

/** Some numbers with their names. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => {
  const { formatNumber } = useIntl();
  return (
    <Flex tag="dl" gap={{ initial: 4, medium: 8 }} wrap="wrap" alignItems="flex-start">
      {figures.map(({ name, value, tone }) => (
        <Flex key={name} direction="column-reverse" alignItems="flex-start" gap={1}>
          <Typography tag="dt" variant="pi" textColor="neutral600">
            {name}
          </Typography>
          <Typography tag="dd" variant="beta" textColor={value ? tone : undefined}>
            {value === null ? '–' : formatNumber(value)}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
};
