import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../../edit-view/inputs';
import { useText } from '../../shared/text';
import { MomentInput } from './MomentInput';

type Value = string | null | undefined;

/** The date that readers see on a post, and that lists are sorted by. */
export const PublishDateInput = (props: InputProps) => {
  const text = useText();
  const schedule = useField<Value>('scheduleDate');
  const own = useField<Value>(props.name);

  const meaning = (moment: Date | null, now: Date): string => {
    const scheduled = momentOf(schedule.value);
    const isScheduled = scheduled !== null && scheduled > now;
    if (!moment) return text(isScheduled ? 'moments.publish-empty-scheduled' : 'moments.publish-empty');
    const before = momentOf(schedule.initialValue);
    const isUntouched = moment.getTime() === momentOf(own.initialValue)?.getTime();
    if (isUntouched && before !== null && before > now && moment.getTime() === before.getTime()) {
      if (!scheduled) return text('moments.publish-cleared');
      if (scheduled.getTime() !== before.getTime()) return text('moments.publish-moves');
    }
    if (isScheduled && moment.getTime() === scheduled.getTime()) return text('moments.publish-scheduled');
    return text(moment > now ? 'moments.publish-future' : 'moments.publish-set');
  };
  return <MomentInput {...props} meaning={meaning} />;
};

const momentOf = (value: Value): Date | null => (value ? new Date(value) : null);
