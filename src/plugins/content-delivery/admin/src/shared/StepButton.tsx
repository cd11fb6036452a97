import type { ReactNode } from 'react';
import { Button } from '@strapi/design-system';

interface Props {
  /** False where there is nowhere to go, or while that is not known. */
  onStep: false | (() => void);
  children: ReactNode;
}

/** One step through a list that comes in parts. It stays reachable, so that the focus is not lost at each step. */
export const StepButton = ({ onStep, children }: Props) => (
  <Button variant="tertiary" aria-disabled={!onStep} onClick={() => onStep && onStep()}>
    {children}
  </Button>
);
