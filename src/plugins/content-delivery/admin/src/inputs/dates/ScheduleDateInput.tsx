import type { InputProps } from '../../edit-view/inputs';
import { useGetPostAddressQuery } from '../../shared/api/queries';
import { useWebsiteOfForm } from '../../edit-view/use-relation';
import { useText } from '../../shared/text';
import { MomentInput } from './MomentInput';

/** From when on readers are to see a post; what happens until then is the website's setting. */
export const ScheduleDateInput = (props: InputProps) => {
  const text = useText();
  const { website } = useWebsiteOfForm();
  const { currentData } = useGetPostAddressQuery({ website: website ?? '' }, { skip: !website });
  const setting = currentData?.website;

  const meaning = (moment: Date | null, now: Date): string => {
    if (!moment) return text('moments.not-scheduled');
    if (moment <= now) return text('moments.schedule-past');
    return setting
      ? text(`moments.schedule-${setting.scheduledPosts}`, { website: setting.name })
      : text('moments.schedule-without-website');
  };
  return <MomentInput {...props} meaning={meaning} />;
};
