import { unique } from '../../../fixtures/content';
import { stored, type Data, type Document } from '../../../support/documents';
import { withServer } from '../../../support/with-server';
import { expectRefusedAt } from '../../../support/violations';

const WEBSITE = 'api::website.website';
const ACCOUNT = 'api::account.account';

describe('the account of a website', () => {
  const { server, documentsOf } = withServer();
  const websites = documentsOf(WEBSITE);
  const accounts = documentsOf(ACCOUNT);
  let initial: Document[];
  const accountOf = async (documentId: string) =>
    (
      (await websites.findFirst({ filters: { documentId }, populate: ['account'] }))?.[
        'account'
      ] as Data | null
    )?.['documentId'];
  let standard: string;

  beforeAll(async () => {
    initial = await accounts.findMany({});
  });

  beforeEach(async () => {
    for (const { documentId } of await websites.findMany({})) await websites.delete({ documentId });
    for (const { documentId } of await accounts.findMany({})) await accounts.delete({ documentId });
    standard = await makeAccount();
  });

  const makeAccount = async (data: Data = {}) =>
    (await accounts.create({ data: { name: unique('account'), ...data } })).documentId;
  const make = (data: Data = {}) => websites.create({ data: { name: unique('website'), ...data } });

  it('is the one named Default in a fresh installation', () => {
    expect(initial.map((account) => account['name'])).toEqual(['Default']);
  });

  it('is the only one when none is chosen, on creation and when it is taken away', async () => {
    const { documentId } = await make();
    expect(await accountOf(documentId)).toBe(standard);
    await websites.update({ documentId, data: { account: null } });
    expect(await accountOf(documentId)).toBe(standard);
  });

  it('has to be chosen among several', async () => {
    const second = await makeAccount();
    const before = await stored(server.strapi, WEBSITE);
    await expectRefusedAt('account', make());
    await expectRefusedAt('account', make({ apiKey: unique('unused') }));
    expect(await stored(server.strapi, WEBSITE)).toEqual(before);

    const { documentId } = await make({ account: second });
    expect(await accountOf(documentId)).toBe(second);
    await expectRefusedAt('account', websites.update({ documentId, data: { account: null } }));
    expect(await accountOf(documentId)).toBe(second);

    await websites.update({ documentId, data: { account: standard } });
    expect(await accountOf(documentId)).toBe(standard);
  });

  it('cannot be made up where there is none', async () => {
    await accounts.delete({ documentId: standard });
    await expectRefusedAt('account', make());
  });

  it('cannot be taken away from the account’s side', async () => {
    const { documentId } = await make();
    for (const change of [{ disconnect: [{ documentId }] }, { set: [] }]) {
      await expectRefusedAt(
        'websites',
        accounts.update({ documentId: standard, data: { websites: change } }),
      );
    }
    expect(await accountOf(documentId)).toBe(standard);
  });

  it('may be changed from the account’s side', async () => {
    const { documentId } = await make();
    const second = await makeAccount({ websites: [documentId] });
    expect(await accountOf(documentId)).toBe(second);
  });
});
