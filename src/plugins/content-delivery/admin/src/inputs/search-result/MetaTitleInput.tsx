import { Field, Flex, TextInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../../edit-view/inputs';
import { LengthCounter } from './LengthCounter';
import { TITLE } from './snippet';

/** The title for search engines, with its length. */
export const MetaTitleInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const { value, error, onChange } = useField<string | null | undefined>(name);
  return (
    <Field.Root name={name} hint={hint} error={error} required={required}>
      <Flex direction="column" alignItems="stretch" gap={1}>
        <Field.Label>{label}</Field.Label>
        <TextInput
          value={value ?? ''}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
            onChange(name, event.target.value || null)
          }
        />
        <LengthCounter part="title" value={value ?? ''} line={TITLE} />
        <Field.Error />
        <Field.Hint />
      </Flex>
    </Field.Root>
  );
};
