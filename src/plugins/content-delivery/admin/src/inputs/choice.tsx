import type { ComponentType } from 'react';
import { Flex, Radio, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { InputFrame } from '../edit-view/InputFrame';
import type { InputProps } from '../edit-view/inputs';
import { useText } from '../shared/text';

/**
 * A choice in words, where an attribute has values of its own.
 * @param texts what their keys in the translation files begin with: `website-kind` for `website-kind.nextjs` and
 * `website-kind.nextjs.about`
 */
export const choiceOf = (texts: string, values: readonly string[]): ComponentType<InputProps> => {
  const ChoiceInput = ({ name, label, hint, required, disabled }: InputProps) => {
    const text = useText();
    const { value, error, onChange } = useField<string | null | undefined>(name);
    return (
      <InputFrame name={name} hint={hint} error={error} required={required} label={label}>
        <Radio.Group
          aria-label={label}
          value={value ?? ''}
          disabled={disabled}
          onValueChange={(chosen: string) => onChange(name, chosen)}
        >
          {values.map((one) => (
            <Radio.Item key={one} value={one}>
              <Flex direction="column" alignItems="flex-start">
                <Typography textColor="neutral800">{text(`${texts}.${one}`)}</Typography>
                <Typography variant="pi" textColor="neutral600">
                  {text(`${texts}.${one}.about`)}
                </Typography>
              </Flex>
            </Radio.Item>
          ))}
        </Radio.Group>
      </InputFrame>
    );
  };
  return ChoiceInput;
};
