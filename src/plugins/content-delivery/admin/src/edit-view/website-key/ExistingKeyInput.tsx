import { TextInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useOpenEntry } from '../entry';
import type { InputProps } from '../inputs';
import { InputFrame } from '../InputFrame';
import { useText } from '../../shared/text';

/**
 * The key that the front end of a new website has already. A website that is there has no such field: its key is
 * rotated or replaced beside the form.
 */
export const ExistingKeyInput = ({ name, disabled }: InputProps) => {
  const text = useText();
  const { value, error, onChange } = useField<string | null | undefined>(name);
  const { documentId } = useOpenEntry();
  if (documentId !== undefined) return null;
  return (
    <InputFrame name={name} hint={text('existing-key.hint')} error={error} label={text('existing-key.label')}>
      <TextInput
        value={value ?? ''}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(name, event.target.value || null)}
      />
    </InputFrame>
  );
};
