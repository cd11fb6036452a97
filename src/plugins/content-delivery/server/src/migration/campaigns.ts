import { websiteScope } from '../freshness/revisions';
import { isBlank } from '../platform/formats';
import { UIDS } from '../platform/uids';
import type { MigrationContext } from './context';
import { asRelation, type Entries } from './entries';
import type { Ids } from './ids';
import type { IncomingCampaign } from './incoming';
import { digestOf } from './import-ledger';
import { createTexts, shown } from './texts';
import type { EntryOutcome } from './writer';

/** Campaigns without templates: their pages bring all texts. */
export const createCampaigns = (move: MigrationContext, entries: Entries, ids: Ids) => {
  const { report, memory, website } = move;
  /** documentIds by the source's ids, of this run. In a dry run those are no ids of anything. */
  const documentIds = new Map<string, string>();

  return {
    /** @returns null for a campaign that was not brought in, or is gone */
    async documentIdOf(sourceId: string): Promise<string | null> {
      return documentIds.get(sourceId) ?? (await memory.find('campaign', sourceId))?.entry ?? null;
    },

    async bring(campaign: IncomingCampaign): Promise<EntryOutcome> {
      const { sourceId, id, createdAt } = campaign;
      const kind = 'campaign' as const;
      const uid = UIDS.pseoCampaign;
      const where = shown(sourceId);
      const version = digestOf(campaign.version);
      const known = await memory.find(kind, sourceId);
      if (known?.version === version) {
        report.counted(kind, 'unchanged');
        return 'unchanged';
      }
      if (known && !(await entries.isUntouched(uid, known))) {
        return entries.keepTouched({ kind, uid, where, version, isLive: null }, known);
      }
      const name = createTexts(report, { kind, where }).short('name', campaign.name);
      if (isBlank(name)) return entries.leave({ kind, where }, 'It has no name.', 'Give it one.');
      const documentId = known ? null : await ids.kept(uid, kind, id);
      const data = { name, website: asRelation(website.documentId), createdAt, updatedAt: createdAt };
      const scope = websiteScope(website.documentId);
      const outcome = await entries.store(
        { kind, uid, sourceId, where, version, documentId, scope, data, isLive: null },
        known,
      );
      if (outcome === 'made' && move.isDryRun) documentIds.set(sourceId, sourceId);
      return outcome;
    },
  };
};

export type Campaigns = ReturnType<typeof createCampaigns>;
