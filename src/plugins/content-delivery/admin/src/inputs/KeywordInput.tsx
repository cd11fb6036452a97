import { Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { LineInput } from '../edit-view/LineInput';
import type { InputProps } from '../edit-view/inputs';
import { useText } from '../shared/text';
import { patternCharacters } from './pattern-characters';

/** A keyword that front ends turn into a link, some of them with a regular expression of their own. */
export const KeywordInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const text = useText();
  const { value, error, onChange } = useField<string | null | undefined>(name);
  const characters = patternCharacters(value ?? '');
  return (
    <LineInput
      {...{ name, label, hint, placeholder, required, disabled, value, error, onChange }}
      below={
        characters.length > 0 && (
          <Typography role="status" variant="pi" textColor="neutral600">
            {text('keyword.pattern', { characters: characters.join('  ') })}
          </Typography>
        )
      }
    />
  );
};
