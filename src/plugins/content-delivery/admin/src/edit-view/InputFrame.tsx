import type { ReactNode } from 'react';
import { Field, Flex } from '@strapi/design-system';
import type { InputProps } from './inputs';

interface Props extends Pick<InputProps, 'name' | 'label' | 'hint' | 'required'> {
  /** For what describes the input by the ids of hint and error. */
  id?: string;
  error?: string | undefined;
  /** Shown below all else. */
  below?: ReactNode;
  /** The input. */
  children: ReactNode;
}

/** An input with its name above it, and what is wrong and the hint below it. */
export const InputFrame = ({ label, below, children, ...field }: Props) => (
  <Field.Root {...field}>
    <Flex direction="column" alignItems="stretch" gap={1}>
      <Field.Label>{label}</Field.Label>
      {children}
      <Field.Error />
      <Field.Hint />
    </Flex>
    {below}
  </Field.Root>
);
