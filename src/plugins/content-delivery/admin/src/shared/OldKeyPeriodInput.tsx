import { Field, Radio } from '@strapi/design-system';
import { OLD_KEY_PERIODS, type OldKeyPeriod } from '../../../contracts/websites';
import { useText } from './text';

const PERIODS = Object.keys(OLD_KEY_PERIODS) as OldKeyPeriod[];

interface Props {
  name: string;
  question: string;
  value: OldKeyPeriod;
  onChange(period: OldKeyPeriod): void;
}

/** Asks for how long something goes on that has been replaced: a key, a secret. */
export const OldKeyPeriodInput = ({ name, question, value, onChange }: Props) => {
  const text = useText();
  return (
    <Field.Root name={name}>
      <Field.Label id={name}>{question}</Field.Label>
      <Radio.Group
        aria-labelledby={name}
        value={value}
        onValueChange={(chosen: string) => onChange(chosen as OldKeyPeriod)}
      >
        {PERIODS.map((period) => (
          <Radio.Item key={period} value={period}>
            {text(`rotate.period.${period}`)}
          </Radio.Item>
        ))}
      </Radio.Group>
    </Field.Root>
  );
};
