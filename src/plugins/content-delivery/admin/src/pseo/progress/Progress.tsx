import type { ReactNode } from 'react';
import { Flex, Typography } from '@strapi/design-system';
import { ProgressBar } from '../../shared/ProgressBar';
import { useText } from '../../shared/text';
import { inWords } from './pace';

interface Props {
  /** What is done. */
  label: string;
  done: number;
  total: number;
  isWaiting: boolean;
  /** Null while it is unknown. */
  secondsLeft: number | null;
  action?: ReactNode;
}

/** How far long work has come, and how long it will take. */
export const Progress = ({ label, done, total, isWaiting, secondsLeft, action }: Props) => {
  const text = useText();
  const percent = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0;
  const left = secondsLeft === null ? null : inWords(secondsLeft);
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        <Typography fontWeight="bold">{label}</Typography>
        {action}
      </Flex>
      <ProgressBar label={label} percent={percent} />
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        <Typography textColor="neutral800">
          {isWaiting ? text('pseo.progress.waiting') : text('pseo.progress.count', { done, total, percent })}
        </Typography>
        <Typography textColor="neutral600">
          {!isWaiting &&
            (left === null
              ? text('pseo.progress.unknown')
              : text(`pseo.progress.left.${left.unit}`, { count: left.count }))}
        </Typography>
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {text('pseo.progress.goes-on')}
      </Typography>
    </Flex>
  );
};
