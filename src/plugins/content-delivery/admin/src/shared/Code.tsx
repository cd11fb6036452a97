import type { ReactNode } from 'react';
import { Box } from '@strapi/design-system';
import { styled } from 'styled-components';

const Scrolling = styled(Box)`
  overflow: auto;
  margin: 0;
  font-family: 'SF Mono', SFMono-Regular, ui-monospace, Menlo, Consolas, monospace;
  font-size: 1.3rem;
  line-height: 1.6;
  white-space: pre;
  tab-size: 2;
`;

interface CodeProps {
  /** What it is, for those who do not see it. */
  label: string;
  maxHeight?: string;
  /** Whether long lines go on below. */
  wraps?: boolean;
  children: ReactNode;
}

/** Text in which every character counts. It scrolls inside, by keyboard too. */
export const Code = ({ label, maxHeight, wraps = false, children }: CodeProps) => (
  <Scrolling
    tag="pre"
    role="region"
    aria-label={label}
    tabIndex={0}
    background="neutral100"
    borderColor="neutral200"
    color="neutral800"
    hasRadius
    padding={3}
    maxHeight={maxHeight}
    {...(wraps && { style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })}
  >
    {children}
  </Scrolling>
);
