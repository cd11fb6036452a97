import type { ContentUid } from '../../platform/uids';
import { LAYOUTS } from '.';

/** The attribute by which people know an entry. */
export const titleAttributeOf = (uid: ContentUid): string =>
  LAYOUTS.find((layout) => layout.uid === uid)?.mainField ?? 'name';
