import { websiteScope } from '../freshness/revisions';
import { isBlank } from '../platform/formats';
import { UIDS } from '../platform/uids';
import type { MigrationContext } from './context';
import { asRelation, type Entries } from './entries';
import type { Ids } from './ids';
import type { IncomingCampaign } from './incoming';
import { versionDigest } from './import-ledger';
import { linksOf } from './page-data';
import { createTexts, shown, type Texts } from './texts';
import type { EntryOutcome } from './writer';

/** Campaigns: with their templates where the source has some, else their pages bring all texts. */
export const createCampaigns = (context: MigrationContext, entries: Entries, ids: Ids) => {
  const { report, ledger, website } = context;
  /** documentIds by the source's ids, of this run. In a dry run those are no ids of anything. */
  const documentIds = new Map<string, string>();

  return {
    /** @returns null for a campaign that was not brought in, or is gone */
    async documentIdOf(sourceId: string): Promise<string | null> {
      return documentIds.get(sourceId) ?? (await ledger.find('campaign', sourceId))?.entry ?? null;
    },

    async bring(campaign: IncomingCampaign): Promise<EntryOutcome> {
      const { sourceId, id, createdAt } = campaign;
      const kind = 'campaign' as const;
      const uid = UIDS.pseoCampaign;
      const where = shown(sourceId);
      const version = versionDigest(campaign.version);
      const known = await ledger.find(kind, sourceId);
      if (known?.version === version) return report.counted(kind, 'unchanged');
      if (known && !(await entries.isUntouched(uid, known))) {
        return entries.keepTouched({ kind, uid, where, version, isLive: null }, known);
      }
      const texts = createTexts(report, { kind, where });
      const name = texts.short('name', campaign.name);
      if (isBlank(name)) return entries.leave({ kind, where }, 'It has no name.', 'Give it one.');
      const documentId = known ? null : await ids.kept(uid, kind, id);
      const data = {
        name,
        website: asRelation(website.documentId),
        createdAt,
        updatedAt: createdAt,
        ...templatesOf(campaign, texts),
      };
      const scope = websiteScope(website.documentId);
      const outcome = await entries.store(
        { kind, uid, sourceId, where, version, documentId, scope, data, isLive: null },
        known,
      );
      if (outcome === 'made' && context.isDryRun) documentIds.set(sourceId, sourceId);
      return outcome;
    },
  };
};

const templatesOf = ({ templates }: IncomingCampaign, texts: Texts) => {
  if (!templates) return {};
  const { internalLinks, escapingVersion, ...byName } = templates;
  const stored = Object.entries(byName).map(([name, text]): [string, string | null] => [
    name,
    text === null ? null : texts.storable('template', text),
  ]);
  return { ...Object.fromEntries(stored), escapingVersion, internalLinks: linksOf(internalLinks, texts) };
};

export type Campaigns = ReturnType<typeof createCampaigns>;
