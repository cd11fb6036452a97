import { Flex, Typography } from '@strapi/design-system';

/** Where front ends show an entry. */
export const AddressLine = ({ label, address }: { label: string; address: string }) => (
  <Flex tag="dl" gap={2} alignItems="baseline" wrap="wrap">
    <Typography tag="dt" variant="pi" fontWeight="semiBold" textColor="neutral600">
      {label}
    </Typography>
    <Typography tag="dd" variant="pi" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
      {address}
    </Typography>
  </Flex>
);
