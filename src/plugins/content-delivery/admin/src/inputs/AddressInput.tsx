import { TextInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { InputFrame } from '../edit-view/InputFrame';
import type { InputProps } from '../edit-view/inputs';

/** An address on one line, however long: it is stored as a text without a limit, for which Strapi has a large box. */
export const AddressInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const { value, error, onChange } = useField<string | null | undefined>(name);
  return (
    <InputFrame name={name} hint={hint} error={error} required={required} label={label}>
      <TextInput
        value={value ?? ''}
        placeholder={placeholder}
        disabled={disabled}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(name, event.target.value || null)}
      />
    </InputFrame>
  );
};
