import type { Core } from '@strapi/strapi';
import type { Bin } from '../../content/bin';
import type { RunningJob } from '../../jobs';
import { createYielder } from '../../platform/yielder';
import type { TaskWorker } from '../../platform/task-worker';
import { campaignsOf, foldersOf, type Campaign } from './campaigns';
import { createFindings, MAX_FINDINGS, type Findings, type Found } from './findings';
import { createJudge, pathOf, type Judge, type Verdict, type WrittenLink } from './judge';
import { createTextReader, type SurveyTasks, type TextReader } from './read-texts';
import { revisionsOf, rulesOf, sitesOf, type AccountRule, type Site } from './scope';
import type { LinkStore } from './store';
import { createTargets } from './targets';
import { createTexts, type Texts } from './texts';

export interface LinkCheckPayload {
  /** documentId */
  account: string;
}

/** Deleted posts of a website whose addresses are known. */
const MAX_DELETED = 500;
/** Milliseconds between two signs of progress. */
const SAVE_INTERVAL = 500;

/** What a check goes by, and what it gathers. */
interface Check {
  texts: Texts;
  sites: readonly Site[];
  rules: readonly AccountRule[];
  judge: Judge;
  read: TextReader['read'];
  findings: Findings;
  /** Rows that are done. Throws where the check is to end. */
  step(count: number): Promise<void>;
  posts: { documentId: string; website: string }[];
  /** documentIds of posts that something else links to. */
  linked: Set<string>;
  /** By the place of a rule: the websites on which it links something. */
  uses: readonly Set<string>[];
}

/** A link in a text. */
interface FoundLink extends WrittenLink {
  /** documentId of the entry that has it. */
  entry: string;
  /** The place of the rule that makes it; null where it is written in the text. */
  rule: number | null;
}

const judgeLinks = async (
  { judge, linked }: Check,
  links: readonly FoundLink[],
): Promise<(FoundLink & Verdict)[]> => {
  const verdicts = await judge(links);
  return links.map((link, index) => {
    const verdict = verdicts[index] as Verdict;
    const { live } = verdict;
    if (live?.type === 'post' && live.documentId !== link.entry) linked.add(live.documentId);
    return { ...link, ...verdict };
  });
};

const checkPosts = async (check: Check, site: Site): Promise<void> => {
  const { texts, rules, read, findings, uses, posts } = check;
  const website = site.documentId;
  for (let after = 0; ;) {
    const { texts: some, rows, last } = await texts.posts(site.id, after);
    if (last === null) return;
    after = last;
    const found = await read(
      some.map(({ html }) => ({ html: html ?? '', variables: null, rules: [] })),
      rules,
      null,
    );
    const links = some.flatMap(({ documentId: entry }, index): FoundLink[] => {
      const ofText = found[index];
      if (!ofText) return [];
      return [
        ...ofText.addresses.map((address) => ({ site, address, entry, rule: null })),
        ...ofText.rules.map((rule) => ({ site, address: rules[rule]?.url ?? '', entry, rule })),
      ];
    });
    for (const { address, entry, rule, dead: state } of await judgeLinks(check, links)) {
      // A rule that leads nowhere is told once, as what it is.
      if (rule !== null) uses[rule]?.add(website);
      else if (state) await findings.add({ kind: 'dead-link', type: 'post', entry, website, address, state });
    }
    for (const { documentId } of some) posts.push({ documentId, website });
    await check.step(rows);
  }
};

/** A link that many pages have, as of a template, is one finding. */
const checkPages = async (check: Check, site: Site, campaign: Campaign): Promise<void> => {
  const { texts, read, findings } = check;
  const shared = await texts.campaignRules(campaign.id);
  const dead = new Map<string, Found & { pages: number }>();
  for (let after = 0; ;) {
    const { texts: some, rows, last } = await texts.pages(campaign.id, after);
    if (last === null) break;
    after = last;
    const found = await read(
      some.map(({ html, variables, rules }) => ({ html, variables, rules })),
      shared,
      campaign.template,
    );
    const links = some.flatMap(({ documentId: entry, rules: own }, index): FoundLink[] => {
      const ofText = found[index];
      if (!ofText) return [];
      const all = [...own, ...shared];
      const addresses = [...ofText.addresses, ...ofText.rules.flatMap((rule) => all[rule]?.url ?? [])];
      return [...new Set(addresses)].map((address) => ({ site, address, entry, rule: null }));
    });
    for (const { address, entry, dead: state } of await judgeLinks(check, links)) {
      if (!state) continue;
      const before = dead.get(address);
      if (before) before.pages += 1;
      else if (dead.size < MAX_FINDINGS) {
        const website = site.documentId;
        dead.set(address, { kind: 'dead-link', type: 'pseo-page', entry, website, address, state, pages: 1 });
      } else findings.leaveOut();
    }
    await check.step(rows);
  }
  for (const finding of dead.values()) await findings.add(finding);
};

const checkRules = async ({ sites, rules, judge, findings, step, uses }: Check): Promise<void> => {
  for (const [index, { documentId: entry, url: address }] of rules.entries()) {
    const used = uses[index] as Set<string>;
    const verdicts = await judge(sites.map((site) => ({ site, address })));
    const isDeadAnywhere = verdicts.every(({ dead }) => dead !== null);
    for (const [place, { dead: state }] of verdicts.entries()) {
      const site = sites[place] as Site;
      const website = site.documentId;
      // A path that one website has is no fault of another, where the keyword is not used.
      const matters =
        used.size > 0
          ? used.has(website)
          : isDeadAnywhere && pathOf({ site, address }, sites)?.website === website;
      if (!state || !matters) continue;
      await findings.add({ kind: 'dead-rule', type: 'internal-link', entry, website, address, state });
    }
    if (used.size === 0)
      await findings.add({ kind: 'unused-keyword', type: 'internal-link', entry, address });
    await step(0);
  }
};

const tellUnlinkedPosts = async ({ posts, linked, findings, step }: Check): Promise<void> => {
  for (const { documentId: entry, website } of posts) {
    if (linked.has(entry)) continue;
    await findings.add({ kind: 'unlinked-post', type: 'post', entry, website });
    await step(0);
  }
};

/** Reads all live texts of an account's websites once, a part at a time, and stores what is wrong with their links. */
export const createLinkCheck = (
  strapi: Core.Strapi,
  worker: TaskWorker<SurveyTasks>,
  bin: Pick<Bin, 'slugsOf'>,
  store: LinkStore,
) => {
  const texts = createTexts(strapi);
  const lookUp = createTargets(strapi);

  return async (job: RunningJob<LinkCheckPayload>): Promise<void> => {
    const { documentId: run } = job;
    const { account } = job.payload;
    const yieldTurn = createYielder();
    await store.forget(run);
    const at = new Date();
    const sites = await sitesOf(strapi, account);
    // Before anything is read: a change that is made meanwhile makes the check out of date.
    const revisions = await revisionsOf(strapi, account, sites);
    const rules = await rulesOf(strapi, account);

    const campaigns = new Map<Site, Campaign[]>();
    const known = { sites, folders: new Map<string, Set<string>>(), deleted: new Map<string, Set<string>>() };
    let total = 0;
    for (const site of sites) {
      const own = await campaignsOf(strapi, site.id);
      campaigns.set(site, own);
      known.folders.set(site.documentId, await foldersOf(texts, own, yieldTurn));
      known.deleted.set(site.documentId, new Set(await bin.slugsOf(site.documentId, MAX_DELETED)));
      total += await texts.postRows(site.id);
      for (const { id } of own) total += await texts.pageRows(id);
    }

    let done = 0;
    let savedAt = 0;
    const step = async (count: number): Promise<void> => {
      done += count;
      if (Date.now() - savedAt >= SAVE_INTERVAL) {
        savedAt = Date.now();
        await job.save({ done, total: Math.max(done, total) });
      }
      await yieldTurn();
    };

    const reader = createTextReader(worker, () => step(0));
    const findings = createFindings(store, account, run);
    const check: Check = {
      texts,
      sites,
      rules,
      judge: createJudge(known, lookUp),
      read: reader.read,
      findings,
      step,
      posts: [],
      linked: new Set(),
      uses: rules.map(() => new Set()),
    };
    for (const site of sites) {
      await checkPosts(check, site);
      for (const campaign of campaigns.get(site) ?? []) await checkPages(check, site, campaign);
    }
    await checkRules(check);
    await tellUnlinkedPosts(check);
    await findings.flush();
    // Unless it was cancelled meanwhile.
    await job.save({ done, total: done });
    await store.finish({ account, run, at, revisions, unread: reader.unread(), cut: findings.isCut() });
  };
};
