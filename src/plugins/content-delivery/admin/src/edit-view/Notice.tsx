import type { ReactNode } from 'react';
import { Flex } from '@strapi/design-system';
import { CheckCircle, Information, WarningCircle } from '@strapi/icons';

const TONES = {
  success: { Icon: CheckCircle, background: 'success100', border: 'success200', icon: 'success600' },
  info: { Icon: Information, background: 'primary100', border: 'primary200', icon: 'primary600' },
  warning: { Icon: WarningCircle, background: 'warning100', border: 'warning200', icon: 'warning600' },
} as const;

/** A remark of some lines inside a form, read out when it appears. */
export const Notice = ({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) => {
  const { Icon, background, border, icon } = TONES[tone];
  return (
    <Flex
      role="status"
      background={background}
      borderColor={border}
      hasRadius
      padding={3}
      gap={3}
      alignItems="flex-start"
    >
      <Flex paddingTop="2px" shrink={0} aria-hidden>
        <Icon fill={icon} />
      </Flex>
      <Flex direction="column" alignItems="stretch" gap={2} flex={1} minWidth={0}>
        {children}
      </Flex>
    </Flex>
  );
};
