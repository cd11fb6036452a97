import { useEffect, useReducer, type ReactNode } from 'react';
import { Button, DateTimePicker, Flex, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';
import { useText } from '../../shared/text';
import { distance, spellOut, utcOffset } from './time-zone';

const MINUTE_MS = 60_000;
/** As in Strapi's own input, which lists years from here back. */
const LAST_DAY = new Date(2099, 11, 31);

interface Props extends InputProps {
  /** What the moment means for readers, in words. */
  meaning: (moment: Date | null, now: Date) => ReactNode;
}

/** A date and time where the editor is, with the zone spelled out below. */
export const MomentInput = ({ name, label, hint, required, disabled, meaning }: Props) => {
  const text = useText();
  const { locale } = useIntl();
  const { value, error, onChange } = useField<string | null | undefined>(name);
  const now = useNow();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const moment = value ? new Date(value) : null;
  const change = (date: Date | undefined) => onChange(name, date ? date.toISOString() : null);

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
                <Button size="S" variant="tertiary" onClick={() => change(undefined)}>
                  {text('moments.clear')}
                </Button>
              )}
            </Flex>
          )}
          <Flex role="status" direction="column" alignItems="flex-start" gap={1} paddingTop={1}>
            <Typography variant="pi" textColor="neutral800">
              {moment
                ? text(timeZone === 'UTC' ? 'moments.spelled-out-utc' : 'moments.spelled-out', {
                    ...spellOut(moment, timeZone, locale),
                    distance: distance(moment, now, locale),
                  })
                : text('moments.your-zone', { zone: timeZone, offset: utcOffset(now, timeZone) })}
            </Typography>
            <Typography variant="pi" textColor="neutral600">
              {meaning(moment, now)}
            </Typography>
          </Flex>
        </>
      }
    >
      <DateTimePicker
        value={moment}
        disabled={disabled}
        maxDate={LAST_DAY}
        clearLabel={text('moments.clear')}
        dateLabel={text('moments.date', { label })}
        timeLabel={text('moments.time', { label })}
        onChange={change}
        onClear={() => change(undefined)}
      />
    </InputFrame>
  );
};

/** The time at each rendering; there is one each minute. */
const useNow = (): Date => {
  const [, renew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(renew, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return new Date();
};
