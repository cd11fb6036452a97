import { lazy, Suspense, useId } from 'react';
import { Loader } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';
import { useText } from '../../shared/text';

/** The editor is in a separate chunk, so that other forms do not wait for it. */
const LiquidEditor = lazy(() => import('./LiquidEditor'));

/** A short template, with its variables in color. */
export const LiquidInput = ({ name, label, hint, required, disabled }: InputProps) => {
  const text = useText();
  const id = useId();
  const { value, error, onChange } = useField<string | null | undefined>(name);
  return (
    <InputFrame id={id} name={name} hint={hint} error={error} required={required} label={label}>
      <Suspense fallback={<Loader small>{text('pseo.loading')}</Loader>}>
        <LiquidEditor
          label={label}
          describedBy={`${id}-hint ${id}-error`}
          value={value ?? ''}
          isDisabled={Boolean(disabled)}
          isInvalid={Boolean(error)}
          onChange={(template) => onChange(name, template || null)}
        />
      </Suspense>
    </InputFrame>
  );
};
