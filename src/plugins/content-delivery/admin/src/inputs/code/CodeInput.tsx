import { lazy, Suspense, useId } from 'react';
import { Loader } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';
import { useText } from '../../shared/text';

/** The editor is in a separate chunk, so that other forms do not wait for it. */
const CodeEditor = lazy(() => import('./CodeEditor'));

/** A short template, with its variables in color. */
export const LiquidInput = (props: InputProps) => {
  const { value } = useField<string | null | undefined>(props.name);
  return <CodeInput {...props} language="liquid" text={value ?? ''} />;
};

/** JSON, which the form holds as text from the first letter on that is typed, as in Strapi's own input. */
export const JsonInput = (props: InputProps) => {
  const { value } = useField<unknown>(props.name);
  const isEmpty = value === null || value === undefined;
  const text = typeof value === 'string' ? value : isEmpty ? '' : JSON.stringify(value, null, 2);
  return <CodeInput {...props} language="json" text={text} isBroken={!isJson(text)} />;
};

const isJson = (text: string): boolean => {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

interface Props extends InputProps {
  language: 'json' | 'liquid';
  text: string;
  /** Whether it cannot be read as it is. */
  isBroken?: boolean;
}

const CodeInput = ({ name, label, hint, required, disabled, language, text, isBroken = false }: Props) => {
  const words = useText();
  const id = useId();
  const { error, onChange } = useField(name);
  return (
    <InputFrame id={id} name={name} hint={hint} error={error} required={required} label={label}>
      <Suspense fallback={<Loader small>{words('loading')}</Loader>}>
        <CodeEditor
          language={language}
          label={label}
          describedBy={`${id}-hint ${id}-error`}
          value={text}
          isDisabled={Boolean(disabled)}
          isInvalid={Boolean(error) || isBroken}
          onChange={(typed) => onChange(name, typed || null)}
        />
      </Suspense>
    </InputFrame>
  );
};
