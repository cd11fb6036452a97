import { accountScope } from '../freshness/revisions';
import { isBlank, linkTargetProblem } from '../platform/formats';
import { MAX_STRING_LENGTH } from '../pseo/templates/page-texts';
import { UIDS } from '../platform/uids';
import type { MigrationContext } from './context';
import { asRelation, type Entries } from './entries';
import type { Ids } from './ids';
import type { IncomingLink } from './incoming';
import { versionDigest } from './import-ledger';
import { createTexts, shown } from './texts';
import type { EntryOutcome } from './writer';

interface KnownLink {
  documentId: string;
  keyword: string;
  url: string;
  createdAt: Date | string;
}

/** Internal links of the account, in the order in which they come. */
export const createLinks = async (context: MigrationContext, entries: Entries, ids: Ids) => {
  const { strapi, report, ledger, account } = context;
  const stored: KnownLink[] = await strapi.db.query(UIDS.internalLink).findMany({
    where: { account: { documentId: account.documentId } },
    select: ['documentId', 'keyword', 'url', 'createdAt'],
  });
  const byKeyword = new Map(stored.map((link) => [link.keyword.toLowerCase(), link]));
  // Links are delivered in the order of their creation, to the millisecond.
  let last = 0;
  for (const { createdAt } of stored) last = Math.max(last, new Date(createdAt).getTime());

  /** Of this run. */
  const keywords = new Set<string>();

  return {
    async bring(link: IncomingLink): Promise<EntryOutcome> {
      const { sourceId, id } = link;
      const kind = 'link' as const;
      const where = shown(link.keyword);
      const leave = (what: string, whatToDo: string) => entries.leave({ kind, where }, what, whatToDo);
      const texts = createTexts(report, { kind, where });
      const keyword = texts.storable('keyword', link.keyword);
      const url = texts.storable('address', link.url);
      if (isBlank(keyword)) return leave('The link has no keyword.', 'Nothing.');
      if (keyword.length > MAX_STRING_LENGTH) {
        return leave(
          `The keyword has ${keyword.length} characters; ${MAX_STRING_LENGTH} are possible.`,
          'Choose a shorter keyword.',
        );
      }
      const problem = isBlank(url) ? 'The link has no address to lead to.' : linkTargetProblem(url);
      if (problem)
        return leave(
          `It leads to "${shown(url)}". ${problem}`,
          'Make it here with an address that may be linked to.',
        );

      if (keywords.has(keyword.toLowerCase())) {
        return leave(
          `The source has another link for "${shown(keyword)}". A keyword has one link, whatever its case; the first one counts.`,
          'Decide which of the two is to hold, and change it here if need be.',
        );
      }
      keywords.add(keyword.toLowerCase());
      const version = versionDigest(link.version);
      const known = await ledger.find(kind, sourceId);
      if (known?.version === version) return report.counted(kind, 'unchanged');
      const same = byKeyword.get(keyword.toLowerCase());
      if (same && same.documentId !== known?.entry) {
        if (same.keyword === keyword && same.url === url) return report.counted(kind, 'unchanged');
        return leave(
          `The account has a link for "${shown(same.keyword)}" already, which leads to "${shown(same.url)}". A keyword has one link, whatever its case.`,
          'Decide which of the two is to hold, and change it here if need be.',
        );
      }
      const uid = UIDS.internalLink;
      if (known && !(await entries.isUntouched(uid, known))) {
        return entries.keepTouched({ kind, uid, where, version, isLive: null }, known);
      }
      const scope = accountScope(account.documentId);
      const createdAt = new Date(Math.max(Date.now(), last + 1));
      const data = { keyword, url, account: asRelation(account.documentId), createdAt, updatedAt: createdAt };
      const documentId = known ? null : await ids.kept(uid, kind, id);
      const outcome = await entries.store(
        { kind, uid, sourceId, where, version, documentId, scope, data, isLive: null },
        known,
      );
      if (outcome === 'made' || outcome === 'updated') {
        if (!known) last = createdAt.getTime();
        byKeyword.set(keyword.toLowerCase(), {
          documentId: known?.entry ?? '',
          keyword,
          url,
          createdAt,
        });
      }
      return outcome;
    },
  };
};
