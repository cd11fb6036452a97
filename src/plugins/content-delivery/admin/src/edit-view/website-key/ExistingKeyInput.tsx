import { useField } from '@strapi/strapi/admin';
import { useOpenEntry } from '../entry';
import type { InputProps } from '../inputs';
import { LineInput } from '../LineInput';
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
    <LineInput
      {...{ name, disabled, value, error, onChange }}
      hint={text('existing-key.hint')}
      label={text('existing-key.label')}
      spellCheck={false}
    />
  );
};
