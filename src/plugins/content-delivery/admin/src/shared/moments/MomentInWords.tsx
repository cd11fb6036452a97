import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useText } from '../text';
import { distance, spellOut, utcOffset } from './time-zone';

interface Props {
  moment: Date | null;
  now: Date;
}

/** A moment with the editor's time zone spelled out; without one, the zone. */
export const MomentInWords = ({ moment, now }: Props) => {
  const text = useText();
  const { locale } = useIntl();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Typography variant="pi" textColor="neutral800">
      {moment
        ? text(timeZone === 'UTC' ? 'moments.spelled-out-utc' : 'moments.spelled-out', {
            ...spellOut(moment, timeZone, locale),
            distance: distance(moment, now, locale),
          })
        : text(timeZone === 'UTC' ? 'moments.your-zone-utc' : 'moments.your-zone', {
            zone: timeZone,
            offset: utcOffset(now, timeZone),
          })}
    </Typography>
  );
};
