import type { ReactNode } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';
import { useText } from '../../shared/text';
import { MomentInWords } from '../../shared/moments/MomentInWords';
import { MomentPicker } from '../../shared/moments/MomentPicker';
import { useNow } from '../../shared/moments/use-now';

interface Props extends InputProps {
  /** What the moment means for readers, in words. */
  meaning: (moment: Date | null, now: Date) => ReactNode;
}

/** A date and time where the editor is, with the zone spelled out below. */
export const MomentInput = ({ name, label, hint, required, disabled, meaning }: Props) => {
  const text = useText();
  const { value, error, onChange } = useField<string | null | undefined>(name);
  const now = useNow();
  const moment = value ? new Date(value) : null;
  const change = (date: Date | null) => onChange(name, date ? date.toISOString() : null);

  return (
    <InputFrame
      name={name}
      hint={hint}
      error={error}
      required={required}
      label={label}
      below={
        <>
          {!disabled && (
            <Flex gap={2} paddingTop={1}>
              <Button size="S" variant="tertiary" onClick={() => change(new Date())}>
                {text('moments.now')}
              </Button>
              {moment && (
                <Button size="S" variant="tertiary" onClick={() => change(null)}>
                  {text('clear')}
                </Button>
              )}
            </Flex>
          )}
          <Flex role="status" direction="column" alignItems="flex-start" gap={1} paddingTop={1}>
            <MomentInWords moment={moment} now={now} />
            <Typography variant="pi" textColor="neutral600">
              {meaning(moment, now)}
            </Typography>
          </Flex>
        </>
      }
    >
      <MomentPicker label={label} value={moment} disabled={disabled} onChange={change} />
    </InputFrame>
  );
};
