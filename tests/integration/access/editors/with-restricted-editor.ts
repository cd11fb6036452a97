import { unique, type Content } from '../../../fixtures/content';
import {
  contentPermissions,
  LISTED_WEBSITES,
  signInWith,
  type AdminPanel,
} from '../../../support/admin-panel';
import type { Permission } from '../../../support/admin-users';
import { madeLater, withServer } from '../../../support/with-server';

/** A website of an account of its own, with an entry of each type. */
const makeWebsite = async (content: Content, editors: number[]) => {
  const account = (await content.account()).documentId;
  const id = (await content.website({ account, editors })).documentId;
  const category = (await content.category(id)).documentId;
  const campaign = (await content.campaign(id)).documentId;
  const title = unique('Secret title');
  return {
    id,
    account,
    category,
    campaign,
    title,
    tag: (await content.tag(id)).documentId,
    author: (await content.author(id)).documentId,
    post: (await content.post(id, { title, category })).documentId,
    link: (await content.link({ account })).documentId,
    page: (await content.page(campaign, { slug: unique('page') })).documentId,
  };
};
type Filled = Awaited<ReturnType<typeof makeWebsite>>;

/** `withServer`, with an editor who is restricted to a website of their own, and a foreign one. */
export const withRestrictedEditor = (types: readonly string[], more: readonly Permission[] = []) => {
  const serving = withServer();
  const { server, content } = serving;
  let made: { editor: AdminPanel; own: Filled; foreign: Filled };
  beforeAll(async () => {
    const permissions = contentPermissions(server.strapi, types, [LISTED_WEBSITES]);
    const { id, panel } = await signInWith(server.strapi, [...permissions, ...more]);
    made = {
      editor: panel,
      own: await makeWebsite(content, [id]),
      foreign: await makeWebsite(content, []),
    };
  });
  return {
    ...serving,
    editor: madeLater(() => made.editor),
    own: madeLater(() => made.own),
    foreign: madeLater(() => made.foreign),
  };
};
