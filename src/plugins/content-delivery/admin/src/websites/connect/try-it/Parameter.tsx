import { useState } from 'react';
import { Combobox, ComboboxOption, Field, Flex, Typography } from '@strapi/design-system';
import { useText } from '../../../shared/text';
import { useSuggestions, type SuggestionKind } from '../useSuggestions';

interface ParameterProps {
  website: string;
  name: 'slug' | 'campaignId';
  suggestions: SuggestionKind;
  value: string;
  onChange(value: string): void;
}

/** A parameter of a route: typed in, or chosen from what the website has. */
export const Parameter = ({ website, name, suggestions, value, onChange }: ParameterProps) => {
  const text = useText();
  const [filter, setFilter] = useState('');
  const found = useSuggestions(website, suggestions, filter);
  return (
    <Field.Root name={name} hint={text(`try-it.${suggestions}.hint`)} width="100%">
      <Field.Label>{name}</Field.Label>
      <Combobox
        // While the list is open, the label is hidden from those who do not see it.
        aria-label={name}
        // What is typed counts as it is; the list only helps.
        allowCustomValue
        autocomplete="none"
        value={value}
        textValue={value}
        onTextValueChange={(typed: string) => {
          onChange(typed);
          setFilter(typed);
        }}
        onChange={(chosen?: string) => onChange(chosen ?? '')}
        onClear={() => {
          onChange('');
          setFilter('');
        }}
        clearLabel={text('clear')}
        placeholder={text(`try-it.${suggestions}.placeholder`)}
        noOptionsMessage={() => text('try-it.no-suggestions')}
      >
        {found.map((suggestion) => (
          <ComboboxOption key={suggestion.value} value={suggestion.value} textValue={suggestion.value}>
            <Flex direction="column" alignItems="flex-start">
              <Typography>{suggestion.label || suggestion.value}</Typography>
              {suggestion.label && (
                <Typography variant="pi" textColor="neutral600">
                  {suggestion.value}
                </Typography>
              )}
            </Flex>
          </ComboboxOption>
        ))}
      </Combobox>
      <Field.Hint />
    </Field.Root>
  );
};
