import type { Home } from '../../../../src/plugins/content-delivery/contracts/home';
import type { LinkTargets } from '../../../../src/plugins/content-delivery/contracts/links';
import type { WebsiteOverview } from '../../../../src/plugins/content-delivery/contracts/websites';
import { UID } from '../../../fixtures/content';
import { contentPermissions, dataOf, LISTED_WEBSITES, signInWith } from '../../../support/admin-panel';
import { withServer } from '../../../support/with-server';

const OWN = 'admin::is-creator';
const OF_ROLE = 'admin::has-same-role-as-creator';
const ALL = ['draft', 'page', 'post'];

describe('what the panel shows beside the lists of the content manager keeps to the conditions of a role', () => {
  const { server, content } = withServer();

  const filled = async (data = {}): Promise<string> => {
    const website = (await content.website(data)).documentId;
    await content.post(website, { slug: 'post' });
    await content.draft(website, { slug: 'draft' });
    await content.page((await content.campaign(website)).documentId, { slug: 'page' });
    return website;
  };

  it.each([
    { conditions: [], found: [ALL, ['draft', 'mine', 'page', 'post']], live: [1, 1], drafts: 1 },
    { conditions: [LISTED_WEBSITES], found: [ALL, []], live: [1, null], drafts: 0 },
    { conditions: [OWN], found: [[], ['mine']], live: [null, null], drafts: 1 },
    { conditions: [OF_ROLE], found: [[], ['mine']], live: [null, null], drafts: 1 },
    { conditions: [LISTED_WEBSITES, OWN], found: [ALL, ['mine']], live: [1, null], drafts: 1 },
  ])('of $conditions', async ({ conditions, found, live, drafts }) => {
    const { id, panel } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, [UID.account, UID.website, UID.category, UID.tag, UID.author]),
      ...contentPermissions(server.strapi, [UID.post, UID.campaign, UID.page], conditions),
    ]);
    const websites = [await filled({ editors: [id] }), await filled()];
    await content.draft(websites[1] as string, { slug: 'mine', createdBy: id });

    const slugs = [];
    for (const website of websites) {
      const path = `/content-delivery/websites/${website}/link-targets?search=&except=`;
      const { targets } = await dataOf<LinkTargets>(panel.get(path));
      slugs.push(targets.map(({ slug }) => slug).sort());
    }
    expect(slugs).toEqual(found);
    const overview = await dataOf<WebsiteOverview[]>(panel.get('/content-delivery/websites'));
    const numbers = websites.map((website) => overview.find((one) => one.documentId === website)?.numbers);
    expect(numbers.map((one) => one?.livePosts)).toEqual(live);
    expect(numbers.map((one) => one?.livePages)).toEqual(live);
    const home = await dataOf<Home>(panel.get('/content-delivery/home'));
    expect(home.drafts.total).toBe(drafts);
  });
});
