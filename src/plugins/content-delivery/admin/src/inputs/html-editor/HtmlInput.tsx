import { lazy, Suspense, useId } from 'react';
import { Box, Field, Flex, Loader } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { loadHtmlEditor } from './load';
import { useChosenSource } from './source/use-chosen-source';
import { useText } from './text';

const HtmlEditor = lazy(loadHtmlEditor);

interface HtmlInputProps {
  name: string;
  label?: string;
  labelAction?: React.ReactNode;
  hint?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  attribute?: { options?: { syntax?: string } };
}

/** The field of an attribute with HTML in a form of the content manager. */
const HtmlInput = ({ name, label, labelAction, hint, required, disabled, attribute }: HtmlInputProps) => {
  const text = useText();
  const id = useId();
  const { value, error, onChange } = useField<string | null>(name);
  const { isSourceChosen, chooseSource } = useChosenSource(name);
  return (
    <Field.Root id={id} name={name} error={error} hint={hint} required={required}>
      <Flex direction="column" alignItems="stretch" gap={1}>
        <Field.Label action={labelAction}>{label ?? name}</Field.Label>
        <Suspense fallback={<Loading>{text('loading')}</Loading>}>
          <HtmlEditor
            name={name}
            label={label ?? name}
            describedBy={`${id}-error ${id}-hint`}
            value={value ?? null}
            isInvalid={Boolean(error)}
            isDisabled={Boolean(disabled)}
            isTemplate={attribute?.options?.syntax === 'liquid'}
            isSourceChosen={isSourceChosen}
            onChange={(html) => onChange(name, html)}
            onModeChosen={(mode) => chooseSource(mode === 'source')}
          />
        </Suspense>
        <Field.Hint />
        <Field.Error />
      </Flex>
    </Field.Root>
  );
};

const Loading = ({ children }: { children: string }) => (
  <Box borderColor="neutral200" hasRadius padding={8} minHeight="32rem">
    <Flex justifyContent="center">
      <Loader>{children}</Loader>
    </Flex>
  </Box>
);

export default HtmlInput;
