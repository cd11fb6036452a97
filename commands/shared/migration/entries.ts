import type {
  IncomingLink,
  IncomingPageLink,
  IncomingTerm,
} from '../../../src/plugins/content-delivery/server/src/migration';
import { createFields } from './fields';
import { isRecord } from '../../../src/plugins/content-delivery/server/src/platform/formats';
import { nothing, type ReadEntry } from './settled';

export const toTerm = (kind: IncomingTerm['kind'], item: unknown): ReadEntry<IncomingTerm> => {
  if (!isRecord(item)) return nothing('It is no object.');
  const fields = createFields(item);
  const name = fields.text('name');
  const id = fields.id('id');
  const entry = { kind, sourceId: id ?? `name:${name}`, version: name, id, name };
  return { entry: name === '' ? null : entry, faults: fields.faults };
};

export const toLink = (item: unknown): ReadEntry<IncomingLink> => {
  if (!isRecord(item)) return nothing('It is no object.');
  const fields = createFields(item);
  const keyword = fields.text('keyword');
  const url = fields.text('url');
  return {
    entry: keyword === '' ? null : { sourceId: keyword, version: url, id: null, keyword, url },
    faults: fields.faults,
  };
};

/** A link of a page; none for what is no object. @param faults gets what is wrong with it */
export const toPageLink = (link: unknown, faults: string[]): IncomingPageLink[] => {
  if (!isRecord(link)) {
    faults.push('A link is no object.');
    return [];
  }
  const ofLink = createFields(link);
  const keyword = ofLink.text('keyword');
  const anchor = ofLink.optionalText('anchor');
  const read = {
    keyword,
    anchor: anchor === keyword ? null : anchor,
    url: ofLink.text('url'),
    internal: link['internal'] !== false,
    nofollow: link['nofollow'] === true,
  };
  for (const name of ['internal', 'nofollow']) {
    if (typeof link[name] !== 'boolean') ofLink.faults.push(`"${name}" is not true or false.`);
  }
  faults.push(...ofLink.faults.map((fault) => `A link: ${fault}`));
  return [read];
};
