import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../edit-view/inputs';
import { LineInput } from '../edit-view/LineInput';

/** An address on one line, however long: it is stored as a text without a limit, for which Strapi has a large box. */
export const AddressInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const { value, error, onChange } = useField<string | null | undefined>(name);
  return (
    <LineInput
      {...{ name, label, hint, placeholder, required, disabled, value, error, onChange }}
      inputMode="url"
      spellCheck={false}
    />
  );
};
