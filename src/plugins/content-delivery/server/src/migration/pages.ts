import { errors } from '@strapi/utils';
import { newDocumentId } from '../platform/document-ids';
import { websiteScope } from '../freshness/revisions';
import { createPageEvents } from '../pseo/pages/page-events';
import { createPageRowStore, type NewRow } from '../pseo/pages/rows';
import { isBlank } from '../platform/formats';
import { UIDS } from '../platform/uids';
import { scopedHash } from '../platform/scoped-hash';
import type { Campaigns } from './campaigns';
import type { MigrationContext } from './context';
import { asRelation, type Entries } from './entries';
import type { Ids } from './ids';
import type { Images } from './images';
import type { IncomingPage, IncomingPageTexts } from './incoming';
import { versionWithImages, type LedgerEntry } from './import-ledger';
import { pageDataOf, type PageData } from './page-data';
import { createSlugOwners, createSlugs, noteKeptSlug, type SlugOwners } from './slugs';
import { writtenState } from './state';
import { createTexts, shown } from './texts';
import type { EntryOutcome } from './writer';
import { withLocks } from '../freshness/with-locks';

const isLive = ({ status }: IncomingPage): boolean => status !== 'draft';

/** What it is called in the report. */
const nameOf = ({ slug, sourceId }: IncomingPage): string => shown(slug ?? sourceId);

const slugsOf = (pages: readonly IncomingPage[]): string[] => pages.flatMap(({ slug }) => slug ?? []);

interface Ready {
  page: IncomingPage;
  version: string;
  documentId: string;
  campaign: string;
  data: PageContent;
  pending?: PageContent;
}

type PageContent = PageData & { html: string };

/** Pages with their own texts. New ones are written many at a time, by SQL; changed ones one by one. */
export const createPages = (
  context: MigrationContext,
  entries: Entries,
  ids: Ids,
  campaigns: Campaigns,
  images: Images,
) => {
  const { strapi, report, ledger, website, isDryRun } = context;
  const rows = createPageRowStore(strapi);
  const events = createPageEvents(strapi);
  const slugs = createSlugs('page');
  const ownersOf = createSlugOwners(strapi, 'page', website.documentId);
  const scope = websiteScope(website.documentId);
  const campaignRows = new Map<string, { id: number; hasTemplates: boolean }>();

  const slugProblem = (
    { slug, sourceId }: IncomingPage,
    owners: SlugOwners,
    known: string | null,
  ): string | null => {
    if (slug === null) return null;
    const problem = slugs.problem(slug, sourceId);
    if (problem) return problem;
    return [...(owners.get(slug) ?? [])].some((owner) => owner !== known)
      ? `Another page of the website, which was not brought in with this slug, has the slug "${slug}".`
      : null;
  };

  const campaignRow = async (documentId: string) => {
    const known = campaignRows.get(documentId);
    if (known) return known;
    const row = (await strapi.db.query(UIDS.pseoCampaign).findOne({ where: { documentId } })) as
      ({ id: number } & Record<string, unknown>) | null;
    if (!row) return null;
    const hasTemplates = Object.entries(row).some(([name, text]) => name.endsWith('Template') && text);
    const found = { id: row.id, hasTemplates };
    campaignRows.set(documentId, found);
    return found;
  };

  const rowOf = ({ documentId, data }: Ready, campaign: number): NewRow => ({
    columns: {
      document_id: documentId,
      slug: data.slug,
      target_slug: data.targetSlug,
      variables: JSON.stringify(data.variables),
      html: isBlank(data.html) ? null : data.html,
      meta_title: data.metaTitle,
      meta_description: data.metaDescription,
      unique_key: data.slug === null ? null : scopedHash(website.documentId, data.slug),
      created_at: data.createdAt,
      updated_at: data.updatedAt,
      locale: null,
    },
    campaign,
    links: data.internalLinks.map((link) => ({ ...link })),
  });

  /** All in one transaction. @returns those whose slug was taken meanwhile */
  const insert = async (ready: readonly Ready[]): Promise<Ready[]> =>
    withLocks(strapi, [scope], async ({ trx }) => {
      const owners = await ownersOf(slugsOf(ready.map(({ page }) => page)));
      const isTaken = ({ page: { slug } }: Ready): boolean => slug !== null && owners.has(slug);
      const free = ready.filter((one) => !isTaken(one));
      const newRows: NewRow[] = [];
      for (const one of free) {
        const campaign = await campaignRow(one.campaign);
        if (campaign) newRows.push(rowOf(one, campaign.id));
      }
      await rows.insertNew(trx, newRows, new Date());
      await ledger.save('page', free.map(ledgerEntryOf));
      return ready.filter(isTaken);
    });

  const storeOne = (one: Ready, known: LedgerEntry | null): Promise<EntryOutcome> => {
    const { page, version, documentId, campaign, data, pending } = one;
    return entries.store(
      {
        kind: 'page',
        uid: UIDS.pseoPage,
        sourceId: page.sourceId,
        where: nameOf(page),
        version,
        documentId,
        scope,
        data: { ...data, campaign: asRelation(campaign) },
        isLive: isLive(page),
        pending,
      },
      known,
    );
  };

  /**
   * @param documentId what it keeps of its source; null for a new one
   * @param known the page that it is here already; null for none
   */
  const prepare = async (
    page: IncomingPage,
    campaign: string,
    documentId: string | null,
    known: string | null,
  ): Promise<Ready> => {
    const { data, isWhole } = await contentOf(page, nameOf(page));
    const pending =
      page.draft && (await contentOf(await withFreeSlug(page, page.draft, known), nameOf(page)));
    const hasAll = isWhole && pending?.isWhole !== false;
    return {
      page,
      version: versionWithImages(page.version, hasAll || isDryRun ? images.mode : 'open'),
      documentId: documentId ?? newDocumentId(),
      campaign,
      data,
      ...(pending ? { pending: pending.data } : {}),
    };
  };

  /** A slug that another page has is none that a draft can bring. */
  const withFreeSlug = async (
    page: IncomingPage,
    draft: IncomingPageTexts,
    known: string | null,
  ): Promise<IncomingPageTexts> => {
    const { slug } = draft;
    if (slug === null || slug === page.slug) return draft;
    const owners = (await ownersOf([slug])).get(slug) ?? new Set<string>();
    const isFree = [...owners].every((owner) => owner === known);
    if (isFree && slugs.problem(slug, page.sourceId) === null) return draft;
    createTexts(report, { kind: 'page', where: nameOf(page) }).alter(
      `Its draft is to have the slug "${shown(slug)}", which another page has. It keeps its slug.`,
      'Give the draft another slug here.',
    );
    return { ...draft, slug: page.slug };
  };

  const contentOf = async (
    page: IncomingPageTexts,
    where: string,
  ): Promise<{ data: PageContent; isWhole: boolean }> => {
    const texts = createTexts(report, { kind: 'page', where });
    const { html, isWhole } = await images.inHtml(texts.storable('HTML', page.html));
    return { data: { ...pageDataOf(report, page, where, texts), html }, isWhole };
  };

  /** @param page one that is to be stored. @returns null for one that is settled already */
  const look = async (
    page: IncomingPage,
    known: LedgerEntry | null,
    owners: SlugOwners,
  ): Promise<EntryOutcome | { campaign: string }> => {
    const kind = 'page' as const;
    const where = nameOf(page);
    const claim = (): void => {
      if (page.slug !== null) slugs.claim(page.slug, page.sourceId);
    };
    const version = versionWithImages(page.version, images.mode);
    if (known?.version === version) {
      claim();
      return report.counted(kind, 'unchanged');
    }
    if (known && !(await entries.isUntouched(UIDS.pseoPage, known))) {
      claim();
      return entries.keepTouched({ kind, uid: UIDS.pseoPage, where, version, isLive: isLive(page) }, known);
    }
    const problem = slugProblem(page, owners, known?.entry ?? null);
    if (problem) {
      const advice = 'Give it another slug at the source and run this again, or make it here.';
      return entries.leave(
        { kind, where: isBlank(page.slug ?? '') ? page.sourceId : where },
        problem,
        advice,
      );
    }
    const campaign = await campaigns.documentIdOf(page.campaign);
    if (campaign === null || !(isDryRun || (await campaignRow(campaign)))) {
      return entries.leave(
        { kind, where },
        `Its campaign "${shown(page.campaign)}" is not here.`,
        'Make it here in another campaign.',
      );
    }
    claim();
    noteKeptSlug(report, kind, page.slug);
    noteKeptSlug(report, kind, page.targetSlug, 'target slug');
    return { campaign };
  };

  return {
    async bring(pages: readonly IncomingPage[]): Promise<EntryOutcome[]> {
      const known = await ledger.findMany(
        'page',
        pages.map(({ sourceId }) => sourceId),
      );
      const owners = await ownersOf(slugsOf(pages));
      const outcomes = new Map<IncomingPage, EntryOutcome>();
      const wanted: { page: IncomingPage; campaign: string }[] = [];
      for (const page of pages) {
        const found = await look(page, known.get(page.sourceId) ?? null, owners);
        if (typeof found === 'string') outcomes.set(page, found);
        else wanted.push({ page, ...found });
      }
      const ofNew = wanted.flatMap(({ page }) => (known.has(page.sourceId) ? [] : (page.id ?? [])));
      const free = await ids.free(UIDS.pseoPage, 'page', ofNew);
      const together: Ready[] = [];
      for (const { page, campaign } of wanted) {
        const before = known.get(page.sourceId) ?? null;
        const kept = page.id !== null && free.delete(page.id) ? page.id : null;
        const ready = await prepare(page, campaign, kept, before?.entry ?? null);
        const mustFit = !isDryRun && (await campaignRow(campaign))?.hasTemplates;
        const isSimple = isLive(page) && page.draft === undefined;
        if (before || isDryRun || mustFit || !isSimple) outcomes.set(page, await storeOne(ready, before));
        else together.push(ready);
      }
      if (together.length > 0) await writeTogether(together, outcomes);
      return pages.map((page) => outcomes.get(page) ?? 'left-out');
    },
  };

  async function writeTogether(ready: Ready[], outcomes: Map<IncomingPage, EntryOutcome>): Promise<void> {
    try {
      const taken = new Set(await insert(ready));
      await events.created(ready.filter((one) => !taken.has(one)).map(({ documentId }) => documentId));
      for (const one of ready) {
        // Its own rule says what is wrong with it.
        if (taken.has(one)) outcomes.set(one.page, await storeOne(one, null));
        else {
          outcomes.set(one.page, 'made');
          report.counted('page', 'made');
        }
      }
    } catch (error) {
      if (!(error instanceof errors.ApplicationError)) throw error;
      for (const one of ready) outcomes.set(one.page, await storeOne(one, null));
    }
  }
};

const ledgerEntryOf = ({ page, documentId, version, data }: Ready) => ({
  sourceId: page.sourceId,
  entry: documentId,
  version,
  written: writtenState(data.updatedAt, isLive(page)),
});
