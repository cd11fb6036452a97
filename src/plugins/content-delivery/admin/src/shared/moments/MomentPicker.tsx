import { DateTimePicker } from '@strapi/design-system';
import { useText } from '../text';

/** As in Strapi's own input, which lists years from here back. */
const LAST_DAY = new Date(2099, 11, 31);

interface Props {
  /** What the moment is called. */
  label: string;
  value: Date | null;
  disabled?: boolean;
  minDate?: Date;
  onChange(moment: Date | null): void;
}

/** A date and a time where the editor is, named for those who cannot see that they belong together. */
export const MomentPicker = ({ label, onChange, ...rest }: Props) => {
  const text = useText();
  return (
    <DateTimePicker
      {...rest}
      maxDate={LAST_DAY}
      clearLabel={text('clear')}
      dateLabel={text('moments.date', { label })}
      timeLabel={text('moments.time', { label })}
      onChange={(moment: Date | undefined) => onChange(moment ?? null)}
      onClear={() => onChange(null)}
    />
  );
};
