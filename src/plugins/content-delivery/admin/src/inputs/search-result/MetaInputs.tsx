import { Textarea, TextInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';
import { LengthCounter } from './LengthCounter';
import { DESCRIPTION, TITLE } from './snippet';

const PARTS = {
  title: { Input: TextInput, line: TITLE },
  description: { Input: Textarea, line: DESCRIPTION },
} as const;

const inputFor = (part: keyof typeof PARTS) => {
  const { Input, line } = PARTS[part];
  const MetaInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
    const { value, error, onChange } = useField<string | null | undefined>(name);
    return (
      <InputFrame name={name} label={label} hint={hint} error={error} required={required}>
        <Input
          value={value ?? ''}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            onChange(name, event.target.value || null)
          }
        />
        <LengthCounter part={part} value={value ?? ''} line={line} />
      </InputFrame>
    );
  };
  return MetaInput;
};

/** The title for search engines, with its length. */
export const MetaTitleInput = inputFor('title');

/** The description for search engines, with its length. */
export const MetaDescriptionInput = inputFor('description');
