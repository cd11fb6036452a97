import type { ComponentProps } from 'react';
import { TextInput } from '@strapi/design-system';
import { InputFrame } from './InputFrame';

interface Props
  extends
    Omit<ComponentProps<typeof InputFrame>, 'children'>,
    Pick<ComponentProps<typeof TextInput>, 'placeholder' | 'disabled' | 'inputMode' | 'spellCheck'> {
  value: string | null | undefined;
  /** An empty text is stored as none. */
  onChange(name: string, value: string | null): void;
}

/** A text on one line in its frame. */
export const LineInput = ({
  value,
  onChange,
  placeholder,
  disabled,
  inputMode,
  spellCheck,
  ...frame
}: Props) => (
  <InputFrame {...frame}>
    <TextInput
      value={value ?? ''}
      {...{ placeholder, disabled, inputMode, spellCheck }}
      autoComplete="off"
      onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
        onChange(frame.name, event.target.value || null)
      }
    />
  </InputFrame>
);
