import type { Core } from '@strapi/strapi';
import { LARGE, writtenBy } from '../freshness/changes/origin';
import { newDocumentId } from '../platform/document-ids';
import type { KeyStore } from '../content/api-keys/store';
import type { EarlierSlugs } from '../content/earlier-slugs';
import { createAuthors } from './authors';
import { createCampaigns } from './campaigns';
import type { MigrationContext } from './context';
import { createEntries } from './entries';
import { createIds } from './ids';
import { createImages } from './images';
import { createLinks } from './links';
import { versionDigest, versionWithImages } from './import-ledger';
import { createPages } from './pages';
import { createPosts } from './posts';
import { createRedirects } from './redirects';
import type { ReportWriter } from './report';
import { createReportStore } from './report-store';
import { createTerms } from './terms';
import { openTarget } from './website';
import { createWithdrawal } from './withdrawal';
import type { Writer, WriterOptions } from './writer';

interface Parts {
  strapi: Core.Strapi;
  keys: KeyStore;
  earlierSlugs: EarlierSlugs;
  /** Under which this server delivers uploaded files. */
  publicUrl: string;
}

/**
 * Finds the website, or makes it, and gets ready to store.
 * @throws MigrationProblem
 */
export const openWriter = async (
  { strapi, keys, earlierSlugs, publicUrl }: Parts,
  options: WriterOptions,
  report: ReportWriter,
): Promise<Writer> => {
  const { website, account, ledger } = await openTarget(strapi, keys, options, report);
  const { isDryRun, rereads = false, keepsNames = false } = options;
  const context: MigrationContext = {
    ...{ strapi, report, ledger, website, account, isDryRun, rereads, keepsNames, publicUrl },
  };
  const entries = createEntries(context);
  const ids = createIds(context);
  const images = createImages(context, options.images);
  const terms = await createTerms(context, entries, ids);
  const authors = await createAuthors(context, entries, images);
  const links = await createLinks(context, entries, ids);
  const redirects = createRedirects(context, earlierSlugs);
  const posts = createPosts(context, entries, ids, terms, authors, images, redirects);
  const campaigns = createCampaigns(context, entries, ids);
  const pages = createPages(context, entries, ids, campaigns, images);

  const work = newDocumentId();
  let brought = 0;
  const asImport =
    <Input, Outcome>(bring: (input: Input) => Promise<Outcome>) =>
    (input: Input): Promise<Outcome> =>
      writtenBy({ source: 'import', userId: null, isLarge: brought > LARGE, work }, () => bring(input));
  /** Of what comes by the thousand, the change log names no entries. */
  const asCounted = <Input, Outcome>(bring: (input: Input) => Promise<Outcome>) => {
    const bringAsImport = asImport(bring);
    return (input: Input): Promise<Outcome> => {
      brought += Array.isArray(input) ? input.length : 1;
      return bringAsImport(input);
    };
  };

  return {
    website,
    async has(kind, sourceId, version) {
      const showsImages = kind === 'post' || kind === 'page';
      const stored = showsImages ? versionWithImages(version, images.mode) : versionDigest(version);
      if ((await ledger.find(kind, sourceId))?.version !== stored) return false;
      report.counted(kind, 'unchanged');
      return true;
    },
    term: asImport(terms.bring),
    author: asImport(authors.bring),
    link: asImport(links.bring),
    post: asCounted(posts.bring),
    withdrawPost: asCounted(createWithdrawal(context)),
    campaign: asCounted(campaigns.bring),
    pages: asCounted(pages.bring),
    redirects: asImport(redirects.bring),
    async keepReport() {
      if (!isDryRun) await createReportStore(strapi).keep(website.documentId, report.report);
    },
  };
};
