import { OPENED_VERSION } from '../../../../contracts/editing';
import { changeEndpoints, whenSent, type Save } from '../endpoints';
import { savedAtOf } from './saved-at';
import { afterSave, versionToSend, type OwnSaves } from './own-versions';

const savesOf = new Map<string, OwnSaves>();
/** Of saves under way, the versions that they are about to replace. */
const beingReplaced = new Map<string, string>();

type Entry = Pick<Save, 'model' | 'documentId'>;

const keyOf = ({ model, documentId }: Entry): string => `${model} ${documentId ?? ''}`;
const carriedBy = ({ data }: Save): string | undefined => savedAtOf(data);

/**
 * Is this what was stored before a save of this tab? A read that was sent before a save, and answered after it, would take
 * the form back to that.
 */
export const isOutdated = (entry: Entry, savedAt: string | undefined): boolean => {
  if (savedAt === undefined) return false;
  const key = keyOf(entry);
  return savesOf.get(key)?.superseded.has(savedAt) === true || beingReplaced.get(key) === savedAt;
};

/** For when an older version may be what is stored now: drafts are discarded, and backups restored. */
export const forgetOwnSaves = (entry: Entry): void => {
  savesOf.delete(keyOf(entry));
};

/**
 * A form that is saved again before it has loaded what the last save stored still carries the version from before. The
 * next save carries the one that is stored, else the editor would get a conflict with themselves.
 */
export const followOwnSaves = (): void => {
  const saves = ['updateDocument', 'publishDocument'];
  changeEndpoints(saves, ({ query }) => ({
    query: (save) => {
      const carried = carriedBy(save);
      if (carried === undefined || !query) return query?.(save);
      const savedAt = versionToSend(carried, savesOf.get(keyOf(save)));
      return query({ ...save, data: { ...(save['data'] as object), [OPENED_VERSION]: { savedAt } } });
    },
  }));
  whenSent(saves, (save, { queryFulfilled }) => {
    const carried = carriedBy(save);
    if (carried === undefined) return;
    const key = keyOf(save);
    beingReplaced.set(key, versionToSend(carried, savesOf.get(key)));
    queryFulfilled
      .then(
        ({ data }) => {
          const stored = savedAtOf(data?.data);
          if (stored !== undefined) savesOf.set(key, afterSave(carried, stored, savesOf.get(key)));
        },
        () => undefined,
      )
      .finally(() => beingReplaced.delete(key));
  });
  whenSent(['discardDocument', 'unpublishDocument'], (entry, { queryFulfilled }) => {
    queryFulfilled.then(
      () => forgetOwnSaves(entry),
      () => undefined,
    );
  });
};
