import type { ReactNode } from 'react';
import { Flex, Typography } from '@strapi/design-system';
import { CheckCircle, Information, WarningCircle } from '@strapi/icons';

const TONES = {
  success: { Icon: CheckCircle, background: 'success100', border: 'success200', icon: 'success600' },
  info: { Icon: Information, background: 'primary100', border: 'primary200', icon: 'primary600' },
  warning: { Icon: WarningCircle, background: 'warning100', border: 'warning200', icon: 'warning600' },
  danger: { Icon: WarningCircle, background: 'danger100', border: 'danger200', icon: 'danger600' },
} as const;

interface NoticeProps {
  tone: keyof typeof TONES;
  /** A text, or lines with markup. */
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Something to know before going on. A problem is read out at once, anything else when there is a pause. */
export const Notice = ({ tone, children, action }: NoticeProps) => {
  const { Icon, background, border, icon } = TONES[tone];
  return (
    <Flex
      role={tone === 'danger' ? 'alert' : 'status'}
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
      {/* Where there is little room, as beside a form, the action is below the text. */}
      <Flex gap={3} flex={1} minWidth={0} wrap="wrap" alignItems="flex-start">
        <Flex direction="column" alignItems="stretch" gap={2} flex="1 1 20rem" minWidth={0}>
          {typeof children === 'string' ? (
            <Typography textColor="neutral800">{children}</Typography>
          ) : (
            children
          )}
        </Flex>
        {action}
      </Flex>
    </Flex>
  );
};
