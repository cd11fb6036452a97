import type { InputProps } from '../edit-view/inputs';
import { useText } from '../text';
import { MomentInput } from './MomentInput';

/** The date that readers see on a post, and that lists are sorted by. */
export const PublishDateInput = (props: InputProps) => {
  const text = useText();
  const meaning = (moment: Date | null, now: Date): string => {
    if (!moment) return text('moments.publish-empty');
    return text(moment > now ? 'moments.publish-future' : 'moments.publish-set');
  };
  return <MomentInput {...props} meaning={meaning} />;
};
