import { Field, Flex, Textarea } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../../edit-view/inputs';
import { LengthCounter } from './LengthCounter';
import { DESCRIPTION } from './snippet';

/** The description for search engines, with its length. */
export const MetaDescriptionInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const { value, error, onChange } = useField<string | null | undefined>(name);
  return (
    <Field.Root name={name} hint={hint} error={error} required={required}>
      <Flex direction="column" alignItems="stretch" gap={1}>
        <Field.Label>{label}</Field.Label>
        <Textarea
          value={value ?? ''}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event: React.ChangeEvent<HTMLTextAreaElement>) =>
            onChange(name, event.target.value || null)
          }
        />
        <LengthCounter part="description" value={value ?? ''} line={DESCRIPTION} />
        <Field.Error />
        <Field.Hint />
      </Flex>
    </Field.Root>
  );
};
