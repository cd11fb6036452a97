import { changeEndpoints } from '../endpoints';
import { isOutdated } from './own-saves';
import { savedAtOf } from './saved-at';
import { takeChanges } from './take-changes';

/** The store keeps what it has of an entry where a read answers what was stored before a save of this tab. */
export const leaveOutOutdatedReads = (): void =>
  changeEndpoints(['getDocument'], () => ({
    merge: (known, answer, { arg }) => {
      const isOfDraft = arg.params?.status !== 'published';
      if (isOfDraft && isOutdated(arg, savedAtOf(answer.data))) return;
      takeChanges(known, answer);
    },
  }));
