import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { newDocumentId } from '../platform/document-ids';
import { accountScope, websiteScope } from '../freshness/revisions';
import { isBlank, webAddressProblem } from '../platform/formats';
import { UIDS } from '../platform/uids';
import { resemblesMask } from '../content/api-keys/format';
import type { KeyStore } from '../content/api-keys/store';
import { asRelation } from './entries';
import { createIds } from './ids';
import { createImportLedger, type ImportLedger } from './import-ledger';
import type { ReportWriter } from './report';
import { withLocks } from '../freshness/with-locks';
import { MigrationProblem, type WriterOptions } from './writer';

interface Named {
  documentId: string;
  name: string;
}

export interface FoundWebsite extends Named {
  account: Named | null;
}

export interface Target {
  website: Named & { isNew: boolean };
  account: Named;
  ledger: ImportLedger;
}

/** Of a source there is one website, so its own name for it does not matter. */
const ITSELF = '';

/**
 * The website that content is to go to: the one of this name, or a new one.
 * @throws MigrationProblem
 */
export const openTarget = async (
  strapi: Core.Strapi,
  keys: KeyStore,
  { website: wanted, source, proof, isDryRun }: WriterOptions,
  report: ReportWriter,
): Promise<Target> => {
  if (isBlank(wanted.name)) throw new MigrationProblem('Name the website that the content is to go to.');
  const found = await findWebsite(strapi, wanted.name);

  if (wanted.apiKey !== null) {
    if (isBlank(wanted.apiKey) || resemblesMask(wanted.apiKey)) {
      throw new MigrationProblem('This API key cannot be kept: it is empty, or the mask of a key.');
    }
    const owner = await keys.ownerOf(wanted.apiKey);
    if (owner !== null && owner !== found?.documentId) {
      throw new MigrationProblem(
        'The API key cannot be kept: it belongs, or once belonged, to another website here, and a key is never given to a second one. Leave --keep-key out; the website then gets a new key.',
      );
    }
  }
  if (!found) return makeWebsite();

  const account = found.account;
  if (!account)
    throw new MigrationProblem(`The website "${found.name}" has no account. Choose one there first.`);
  const ledger = createImportLedger(strapi, found.documentId, source);
  await refuseForeignContent(found, ledger);
  if (proof) {
    const known = await ledger.find('website', ITSELF);
    if (known && known.version !== proof.digest && !proof.mayChange)
      throw new MigrationProblem(proof.refusal);
  }
  if (wanted.apiKey !== null && (await keys.reveal(found.documentId)) !== wanted.apiKey) {
    if (!isDryRun) {
      await withLocks(strapi, [websiteScope(found.documentId)], () =>
        strapi
          .documents(UIDS.website as never)
          .update({ documentId: found.documentId, data: { apiKey: wanted.apiKey } } as never),
      );
    }
    report.add(
      { loss: 'note', kind: 'website', where: found.name },
      'It has the API key of the source now. The key that it had works no more.',
      'Nothing, unless that one was in use.',
    );
  }
  if (!isDryRun) await rememberWebsite(ledger, found.documentId);
  return { website: { ...found, isNew: false }, account, ledger };

  async function makeWebsite(): Promise<Target> {
    const account = await accountFor(strapi, wanted.account);
    const problem = wanted.url === null ? null : webAddressProblem(wanted.url);
    if (problem) throw new MigrationProblem(`--url: ${problem}`);
    const ids = createIds({ strapi, report });
    const documentId = (await ids.kept(UIDS.website, 'website', wanted.id)) ?? newDocumentId();
    const { name, url, kind, apiKey, settings = {} } = wanted;
    const ledger = createImportLedger(strapi, documentId, source);
    if (!isDryRun) {
      try {
        await withLocks(strapi, [accountScope(account.documentId)], async () => {
          await strapi.documents(UIDS.website as never).create({
            data: {
              documentId,
              name,
              url,
              kind,
              account: asRelation(account.documentId),
              ...settings,
              ...(apiKey === null ? {} : { apiKey }),
            },
          } as never);
          await rememberWebsite(ledger, documentId);
        });
      } catch (error) {
        if (!(error instanceof errors.ApplicationError)) throw error;
        throw new MigrationProblem(`The website "${name}" could not be made. ${error.message}`);
      }
    }
    return { website: { documentId, name, isNew: true }, account, ledger };
  }

  async function rememberWebsite(ledger: ImportLedger, documentId: string): Promise<void> {
    const version = proof?.digest ?? '';
    if ((await ledger.find('website', ITSELF))?.version === version) return;
    await ledger.save('website', [{ sourceId: ITSELF, entry: documentId, version, written: null }]);
  }

  async function refuseForeignContent({ documentId, name }: Named, ledger: ImportLedger): Promise<void> {
    if (wanted.mayHaveContent || (await ledger.hasAny())) return;
    const where = { website: { documentId } };
    for (const uid of [UIDS.post, UIDS.category, UIDS.tag, UIDS.author, UIDS.pseoCampaign]) {
      if ((await strapi.db.query(uid).count({ where })) === 0) continue;
      throw new MigrationProblem(
        `The website "${name}" has content already that did not come from this source. Choose another name, or add to it with --merge.`,
      );
    }
  }
};

/**
 * A website with its columns.
 * @param wanted its name or documentId
 * @throws MigrationProblem when several are meant
 */
export const findWebsite = async <Row extends FoundWebsite>(
  strapi: Core.Strapi,
  wanted: string,
): Promise<Row | null> => {
  const websites: Row[] = await strapi.db.query(UIDS.website).findMany({
    where: { $or: [{ documentId: wanted }, { name: wanted }] },
    populate: { account: { select: ['documentId', 'name'] } },
  });
  const exact = websites.filter(({ documentId, name }) => documentId === wanted || name === wanted);
  const byId = exact.find(({ documentId }) => documentId === wanted);
  if (byId) return byId;
  if (exact.length > 1) {
    const each = exact.map(({ documentId, account }) => `${documentId} (account ${account?.name ?? '-'})`);
    throw new MigrationProblem(
      `Several websites are named "${wanted}". Give the id of one instead: ${each.join(', ')}.`,
    );
  }
  return exact[0] ?? null;
};

const accountFor = async (strapi: Core.Strapi, wanted: string | null): Promise<Named> => {
  const accounts: Named[] = await strapi.db
    .query(UIDS.account)
    .findMany({ select: ['documentId', 'name'], orderBy: { name: 'asc' } });
  const matching =
    wanted === null
      ? accounts
      : accounts.filter(({ documentId, name }) => documentId === wanted || name === wanted);
  const [account] = matching;
  if (account && matching.length === 1) return account;
  const names = accounts.map(({ documentId, name }) => `${name} (${documentId})`).join(', ');
  throw new MigrationProblem(
    account
      ? `Say which account the website is to belong to, with --account: ${names}.`
      : wanted === null
        ? 'There is no account that the website could belong to. Make one in the admin panel.'
        : `There is no account "${wanted}". There are: ${names}.`,
  );
};
