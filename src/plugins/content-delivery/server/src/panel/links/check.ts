import type { Core } from '@strapi/strapi';
import type { LinkRule } from '../../../../../../../client/src/keywords/rules';
import type { Bin } from '../../content/bin';
import type { RunningJob } from '../../jobs';
import { createYielder } from '../../platform/yielder';
import { tablesOf } from '../../platform/database/tables';
import { WorkerOverrun, type WorkerThread } from '../../platform/worker-thread';
import { createJudge, pathOf, type Known, type Verdict } from './judge';
import { revisionsOf, rulesOf, sitesOf, type Site } from './scope';
import type { LinkStore, NewFinding } from './store';
import { kindOf } from '../../pseo/templates/resolve';
import type { CampaignTemplate, createSurvey, SurveyedText, TextLinks } from './survey-texts';
import { createTargets } from './targets';
import { createTexts } from './texts';

export type SurveyTasks = { surveyTexts: ReturnType<typeof createSurvey> };

export interface LinkCheckPayload {
  /** documentId */
  account: string;
}

/** Findings of a kind that are kept, and that one transaction writes. */
const MAX_FINDINGS = 5_000;
const BATCH_SIZE = 200;
/** Folders that are remembered of a website. */
const MAX_FOLDERS = 20_000;
/** Deleted posts of a website whose addresses are known. */
const MAX_DELETED = 500;
/** Milliseconds between two signs of progress. */
const SAVE_INTERVAL = 500;

interface Campaign {
  id: number;
  documentId: string;
  template: CampaignTemplate | null;
}

/** Reads all live texts of an account's websites once, a part at a time, and stores what is wrong with their links. */
export const createLinkCheck = (
  strapi: Core.Strapi,
  thread: WorkerThread<SurveyTasks>,
  bin: Pick<Bin, 'slugsOf'>,
  store: LinkStore,
) => {
  const texts = createTexts(strapi);
  const lookUp = createTargets(strapi);

  /**
   * In the order of the texts; null where one could not be read.
   * @param goOn throws where the check is to end: a text that is too long takes seconds
   */
  const survey = async (
    some: readonly SurveyedText[],
    rules: readonly LinkRule[],
    template: CampaignTemplate | null,
    goOn: () => Promise<void>,
  ): Promise<(TextLinks | null)[]> => {
    if (some.length === 0) return [];
    try {
      return await thread.run('surveyTexts', some, rules, template);
    } catch (error) {
      if (!(error instanceof WorkerOverrun)) throw error;
      if (some.length === 1) return [null];
      // One of them is too long: the others are read without it.
      const each = [];
      for (const text of some) {
        await goOn();
        each.push(...(await survey([text], rules, template, goOn)));
      }
      return each;
    }
  };

  const campaignsOf = async (website: number): Promise<Campaign[]> => {
    const { campaigns, campaignWebsite } = tablesOf(strapi);
    const rows: {
      id: number;
      document_id: string;
      html_template: string | null;
      escaping_version: number | null;
    }[] = await strapi.db
      .connection(`${campaignWebsite.table} as cw`)
      .join(`${campaigns} as c`, 'c.id', `cw.${campaignWebsite.from}`)
      .where(`cw.${campaignWebsite.to}`, website)
      .orderBy('c.id')
      .select('c.id', 'c.document_id', 'c.html_template', 'c.escaping_version');
    return rows.map(({ id, document_id, html_template, escaping_version }) => ({
      id,
      documentId: document_id,
      template: html_template ? { kind: kindOf('html', escaping_version), text: html_template } : null,
    }));
  };

  /** Paths below which the pages of these campaigns are. */
  const foldersOf = async (
    campaigns: readonly Campaign[],
    yieldTurn: () => Promise<void>,
  ): Promise<Set<string>> => {
    const folders = new Set<string>();
    for (const { id } of campaigns) {
      for (let after = 0; ;) {
        const { texts: slugs, last } = await texts.pageSlugs(id, after);
        if (last === null) break;
        after = last;
        for (const slug of slugs) {
          const folder = slug.slice(0, Math.max(0, slug.lastIndexOf('/')));
          if (folder !== '' && folders.size < MAX_FOLDERS) folders.add(folder);
        }
        await yieldTurn();
      }
    }
    return folders;
  };

  return async (job: RunningJob<LinkCheckPayload>): Promise<void> => {
    const { documentId: run } = job;
    const { account } = job.payload;
    const yieldTurn = createYielder();
    await store.forget(run);
    const at = new Date();
    const sites = await sitesOf(strapi, account);
    // Before anything is read: what changes while it is read makes the check one of before.
    const revisions = await revisionsOf(strapi, account, sites);
    const rules = await rulesOf(strapi, account);

    const campaigns = new Map<number, Campaign[]>();
    const known = { sites, folders: new Map<string, Set<string>>(), deleted: new Map<string, Set<string>>() };
    let total = 0;
    for (const site of sites) {
      const own = await campaignsOf(site.id);
      campaigns.set(site.id, own);
      known.folders.set(site.documentId, await foldersOf(own, yieldTurn));
      known.deleted.set(site.documentId, new Set(await bin.slugsOf(site.documentId, MAX_DELETED)));
      total += await texts.postRows(site.id);
      for (const { id } of own) total += await texts.pageRows(id);
    }
    const judge = createJudge(known satisfies Known, lookUp);

    let done = 0;
    let unread = 0;
    let savedAt = 0;
    const step = async (count: number): Promise<void> => {
      done += count;
      if (Date.now() - savedAt >= SAVE_INTERVAL) {
        savedAt = Date.now();
        await job.save({ done, total: Math.max(done, total) });
      }
      await yieldTurn();
    };

    const counts = new Map<NewFinding['kind'], number>();
    let cut = false;
    let pending: NewFinding[] = [];
    const flush = async (): Promise<void> => {
      const findings = pending;
      pending = [];
      if (findings.length > 0) await store.add(account, run, findings);
    };
    const add = async (finding: NewFinding): Promise<void> => {
      const count = (counts.get(finding.kind) ?? 0) + 1;
      if (count > MAX_FINDINGS) {
        cut = true;
        return;
      }
      counts.set(finding.kind, count);
      if (pending.push(finding) >= BATCH_SIZE) await flush();
    };

    /** documentIds of posts that something else links to. */
    const linked = new Set<string>();
    const note = ({ live }: Verdict, from: string): void => {
      if (live?.type === 'post' && live.documentId !== from) linked.add(live.documentId);
    };
    /** By the place of a rule: the websites on which it links something. */
    const uses = rules.map(() => new Set<string>());
    const posts: { documentId: string; website: string }[] = [];

    const checkPosts = async (site: Site): Promise<void> => {
      for (let after = 0; ;) {
        const { texts: some, rows, last } = await texts.posts(site.id, after);
        if (last === null) return;
        after = last;
        const links = await survey(
          some.map(({ html }) => ({ html: html ?? '', variables: null, rules: [] })),
          rules,
          null,
          () => step(0),
        );
        const written = links.flatMap((found, index) =>
          (found?.addresses ?? []).map((address) => ({
            site,
            address,
            entry: some[index]?.documentId ?? '',
          })),
        );
        const byRule = links.flatMap((found, index) =>
          (found?.rules ?? []).map((rule) => ({
            site,
            rule,
            address: rules[rule]?.url ?? '',
            entry: some[index]?.documentId ?? '',
          })),
        );
        const verdicts = await judge([...written, ...byRule]);
        for (const [index, { address, entry }] of written.entries()) {
          const verdict = verdicts[index] as Verdict;
          note(verdict, entry);
          if (!verdict.dead) continue;
          await add({
            kind: 'dead-link',
            type: 'post',
            entry,
            website: site.documentId,
            address,
            state: verdict.dead,
            pages: 1,
          });
        }
        byRule.forEach(({ rule, entry }, index) => {
          uses[rule]?.add(site.documentId);
          note(verdicts[written.length + index] as Verdict, entry);
        });
        unread += links.filter((found) => found === null).length;
        for (const { documentId } of some) posts.push({ documentId, website: site.documentId });
        await step(rows);
      }
    };

    /** A link that many pages have, as of a template, is one finding. */
    const checkPages = async (site: Site, campaign: Campaign): Promise<void> => {
      const shared = await texts.campaignRules(campaign.id);
      const found = new Map<string, NewFinding>();
      for (let after = 0; ;) {
        const { texts: some, rows, last } = await texts.pages(campaign.id, after);
        if (last === null) break;
        after = last;
        const links = await survey(
          some.map(({ html, variables, rules: own }) => ({ html, variables, rules: own })),
          shared,
          campaign.template,
          () => step(0),
        );
        const written = links.flatMap((read, index) => {
          const page = some[index];
          if (!read || !page) return [];
          const all = [...page.rules, ...shared];
          const addresses = [...read.addresses, ...read.rules.flatMap((rule) => all[rule]?.url ?? [])];
          return [...new Set(addresses)].map((address) => ({ site, address, entry: page.documentId }));
        });
        const verdicts = await judge(written);
        written.forEach(({ address, entry }, index) => {
          const verdict = verdicts[index] as Verdict;
          note(verdict, entry);
          if (!verdict.dead) return;
          const before = found.get(address);
          if (before) before.pages += 1;
          else if (found.size < MAX_FINDINGS) {
            found.set(address, {
              kind: 'dead-link',
              type: 'pseo-page',
              entry,
              website: site.documentId,
              address,
              state: verdict.dead,
              pages: 1,
            });
          } else cut = true;
        });
        unread += links.filter((read) => read === null).length;
        await step(rows);
      }
      for (const finding of found.values()) await add(finding);
    };

    for (const site of sites) {
      await checkPosts(site);
      for (const campaign of campaigns.get(site.id) ?? []) await checkPages(site, campaign);
    }

    for (const [index, { documentId: entry, url: address }] of rules.entries()) {
      const used = uses[index] as Set<string>;
      const verdicts = await judge(sites.map((site) => ({ site, address })));
      const isDeadAnywhere = verdicts.every(({ dead }) => dead !== null);
      for (const [place, { dead: state }] of verdicts.entries()) {
        const site = sites[place] as Site;
        const website = site.documentId;
        // A path that one website has, is no fault of another one where the keyword is not used.
        const matters =
          used.size > 0
            ? used.has(website)
            : isDeadAnywhere && pathOf({ site, address }, sites)?.website === website;
        if (!state || !matters) continue;
        await add({ kind: 'dead-rule', type: 'internal-link', entry, website, address, state, pages: 1 });
      }
      if (used.size === 0) {
        await add({
          kind: 'unused-keyword',
          type: 'internal-link',
          entry,
          website: null,
          address,
          state: null,
          pages: 1,
        });
      }
      await step(0);
    }
    for (const { documentId: entry, website } of posts) {
      if (linked.has(entry)) continue;
      await add({
        kind: 'unlinked-post',
        type: 'post',
        entry,
        website,
        address: null,
        state: null,
        pages: 1,
      });
      await yieldTurn();
    }
    await flush();
    // Unless it was cancelled meanwhile.
    await job.save({ done, total: done });
    await store.finish({ account, run, at, revisions, unread, cut });
  };
};
