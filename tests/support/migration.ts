import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import {
  DELIVERY_PATHS,
  type PseoPageListItem,
  type PostListItem,
} from '../../src/plugins/content-delivery/contracts/delivery';
import { dumpDatabase } from './documents';
import { fetchInTime } from './fetch-in-time';

/** Everything that the four routes say to a key: lists, each post, each page, each campaign; by address. */
export const everythingAt = async (baseUrl: string, apiKey: string): Promise<Record<string, string>> => {
  const answers: Record<string, string> = {};
  const get = async (route: string, parameters: Record<string, string> = {}): Promise<unknown> => {
    const query = new URLSearchParams({ apiKey, ...parameters });
    const answer = await fetchInTime(`${baseUrl}${route}?${query.toString()}`);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} at ${route}: ${text}`);
    answers[`${route} ${JSON.stringify(parameters)}`] = text;
    return JSON.parse(text);
  };
  const { blog, taxonomies, internalLinks, pseoPages } = DELIVERY_PATHS;
  await get(taxonomies);
  await get(internalLinks);
  for (const { slug } of (await get(blog)) as PostListItem[]) await get(blog, { slug });
  const pages = (await get(pseoPages)) as PseoPageListItem[];
  for (const { slug } of pages) await get(pseoPages, { slug });
  for (const campaignId of new Set(pages.map((page) => page.campaignId))) {
    await get(pseoPages, { campaignId });
  }
  return answers;
};

/** A loaded Strapi notes in the first when it reports its own figures; the change log in the second how far it is told. */
const CHANGING_BY_THEMSELVES = ['strapi_core_store_settings', 'content_delivery_clock'];

/** What each table holds, in short: a table that differs is named, and nothing is printed of the others. */
export const tablesOf = async (strapi: Core.Strapi): Promise<Record<string, string>> => {
  const lines = (await dumpDatabase(strapi)).split('\n');
  const digests: Record<string, string> = {};
  for (let at = 0; at + 1 < lines.length; at += 2) {
    if (CHANGING_BY_THEMSELVES.includes(lines[at] ?? '')) continue;
    digests[lines[at] ?? ''] = createHash('sha256')
      .update(lines[at + 1] ?? '')
      .digest('hex');
  }
  return digests;
};
