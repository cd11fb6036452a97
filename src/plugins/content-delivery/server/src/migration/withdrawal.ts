import { errors } from '@strapi/utils';
import { websiteScope } from '../freshness/revisions';
import { UIDS } from '../platform/uids';
import type { MigrationContext } from './context';
import { WITHDRAWN } from './import-ledger';
import type { Loss } from '../../../contracts/import-reports';
import { createStateOf, draftState, isLiveState } from './state';
import { withLocks } from '../freshness/with-locks';
import type { EntryOutcome, Withdrawn } from './writer';

const KIND = 'post' as const;

/** For posts that were brought in, and that the source does not show any more. */
export const createWithdrawal = ({ strapi, report, ledger, website, isDryRun }: MigrationContext) => {
  const stateOf = createStateOf(strapi);

  /**
   * @param state what it was when it was looked at
   * @returns false, with nothing written, where an editor has changed it since
   * @throws ApplicationError where a rule refuses it
   */
  const unpublish = async (sourceId: string, entry: string, state: string): Promise<boolean> =>
    withLocks(strapi, [websiteScope(website.documentId)], async () => {
      if ((await stateOf(UIDS.post, entry)) !== state) return false;
      await strapi.documents(UIDS.post as never).unpublish({ documentId: entry });
      await ledger.save(KIND, [{ sourceId, entry, version: WITHDRAWN, written: draftState(state) }]);
      return true;
    });

  /** @returns null when nothing of it is here */
  return async function withdraw(withdrawn: Withdrawn): Promise<EntryOutcome | null> {
    const { sourceId, where, why } = withdrawn;
    const known = await ledger.find(KIND, sourceId);
    const state = known && (await stateOf(UIDS.post, known.entry));
    if (!known || state === null) return null;

    const said = (
      outcome: 'updated' | 'unchanged',
      loss: Loss,
      what: string,
      whatToDo: string,
    ): EntryOutcome => {
      report.add({ loss, kind: KIND, where }, `${why} ${what}`, whatToDo);
      return report.counted(KIND, outcome);
    };
    const stillLive = (reason: string): EntryOutcome =>
      said(
        'unchanged',
        'altered',
        `It is still live here: ${reason}`,
        'Unpublish it if readers should not see it.',
      );

    if (!isLiveState(state)) return said('unchanged', 'note', 'It is a draft here.', 'Nothing.');
    if (state !== known.written) return stillLive('an editor has changed it since.');
    if (!isDryRun) {
      try {
        if (!(await unpublish(sourceId, known.entry, state))) return await withdraw(withdrawn);
      } catch (error) {
        if (!(error instanceof errors.ApplicationError)) throw error;
        return stillLive(error.message);
      }
    }
    return said('updated', 'note', 'It was live here, and is a draft now.', 'Nothing.');
  };
};
