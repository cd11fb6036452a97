import type { ReactNode } from 'react';
import { TextInput } from '@strapi/design-system';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';

interface Props {
  /** As the edit view gives them. */
  input: InputProps;
  slug: string;
  error: string | undefined;
  /** What is said about the slug. */
  below: ReactNode;
  /** @param slug null for none */
  onChange(slug: string | null): void;
}

/** Where a slug is typed. */
export const SlugField = ({ input, slug, error, below, onChange }: Props) => (
  <InputFrame
    name={input.name}
    hint={input.hint}
    error={error}
    required={input.required}
    label={input.label}
    below={below}
  >
    <TextInput
      value={slug}
      placeholder={input.placeholder}
      disabled={input.disabled}
      autoComplete="off"
      spellCheck={false}
      onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value || null)}
    />
  </InputFrame>
);
