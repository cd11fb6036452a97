/** `npm run pseo:escaping`: campaigns from before filters made HTML, and what would change in them. See docs/pseo.md. */
import '../../src/settings/supported-node';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { OlderCampaign } from '../../src/plugins/content-delivery/server/src/pseo/campaigns/escaping';
import { ImportProblem } from '../../src/plugins/content-delivery/server/src/pseo/imports';
import { counted } from '../../src/plugins/content-delivery/server/src/platform/field-errors';
import { serviceOf } from '../../src/plugins/content-delivery/server/src/services';
import { findCampaign } from '../shared/campaign';
import { run } from '../shared/command';
import { load } from '../shared/project';
import { projectsStrapi } from '../shared/project-strapi';
import { drainWebhooks } from '../shared/webhooks';
import { readOptions, USAGE, type CommandOptions } from './options';

/** Pages of a campaign that are named. */
const NAMED = 20;

const chosen = async (strapi: Core.Strapi, wanted: readonly string[]): Promise<OlderCampaign[]> => {
  const older = await serviceOf(strapi, 'escaping-upgrade').campaigns();
  if (wanted.length === 0) return older;
  const found = await Promise.all(wanted.map((one) => findCampaign(strapi, one)));
  return older.filter(({ documentId }) => found.some((one) => one.documentId === documentId));
};

/** @returns whether all went well */
const upgrade = async (
  strapi: Core.Strapi,
  campaign: OlderCampaign,
  { apply, allPages }: CommandOptions,
): Promise<boolean> => {
  const upgrades = serviceOf(strapi, 'escaping-upgrade');
  console.log(`Campaign "${campaign.name}" of the website "${campaign.website}" (${campaign.documentId})`);
  let differing = 0;
  for await (const { slug, isLive } of upgrades.differing(campaign)) {
    differing += 1;
    if (allPages || differing <= NAMED) {
      console.log(`  ${isLive ? 'live' : 'draft'}: ${slug ?? '(without a slug)'}`);
    }
  }
  if (!allPages && differing > NAMED) console.log(`  … and ${differing - NAMED} more (--all-pages)`);
  console.log(`  Would differ: ${counted(differing, 'page')}.`);
  if (!apply) return true;
  try {
    await upgrades.apply(campaign, differing > 0);
    console.log('  Values are escaped as in new campaigns now.');
    return true;
  } catch (error) {
    if (!(error instanceof errors.ValidationError)) throw error;
    console.error(`  It stays as it is. ${error.message}`);
    return false;
  }
};

const execute = async (options: CommandOptions): Promise<number> => {
  const strapi = await projectsStrapi();
  await load(strapi);
  try {
    const campaigns = await chosen(strapi, options.campaigns);
    if (campaigns.length === 0) console.log('Values are escaped as in new campaigns already.');
    let isWell = true;
    for (const campaign of campaigns) isWell = (await upgrade(strapi, campaign, options)) && isWell;
    if (campaigns.length > 0 && !options.apply) console.log('Nothing was changed. To change it: --apply');
    return isWell ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await drainWebhooks(strapi);
    await strapi.destroy();
  }
};

run(USAGE, readOptions, execute);
