import { UNKNOWN_SLUG } from '../contract.js';
import type {
  Change,
  Changes,
  InternalLink,
  Post,
  PostListItem,
  PseoPage,
  PseoPageListItem,
  Redirect,
  Taxonomies,
  Term,
  Website,
} from '../contract.js';

/** Why a body is not what the API promises. */
export class Misunderstood extends Error {}

/** A header of an answer; null without it. */
export type Header = (name: string) => string | null;

/** Turns the text of a success into what was asked for. @throws Misunderstood */
export type Reader<T> = (text: string, header: Header) => T;

/** A part of a list. */
export interface Page<T> {
  items: T[];
  /** Where the next part begins; null behind the last one. */
  next: string | null;
  /** How many items the whole list has. */
  total: number;
}

type Fields = Record<string, unknown>;

/** Each item of a list is looked at in one field: enough to tell another kind of answer. */
const listReader =
  <T>(field: string & keyof T): Reader<T[]> =>
  (text) =>
    listIn<T>(parse(text), field);

/** Reads a list with what was asked for beside: a server that does not know it leaves it out. */
export const withExtras =
  <T extends object>(read: Reader<T[]>, include: readonly string[]): Reader<T[]> =>
  (text, header) => {
    const items = read(text, header);
    for (const item of items) expectExtras(item, include);
    return items;
  };

/** The same of a single answer. */
export const oneWithExtras =
  <T extends object>(read: Reader<T | null>, include: readonly string[]): Reader<T | null> =>
  (text, header) => {
    const item = read(text, header);
    if (item) expectExtras(item, include);
    return item;
  };

const expectExtras = (item: object, include: readonly string[]): void => {
  const missing = include.find((name) => !(name in item));
  if (missing !== undefined) {
    throw new Misunderstood(`it has no ${missing}, which was asked for; the server may be older than that`);
  }
};

/**
 * A list as one of its parts; one that a server gives whole is the only part.
 * @param isFirst false for a part behind another one, which may be the last, and shorter than the whole
 */
export const asPage =
  <T>(read: Reader<T[]>, isFirst: boolean): Reader<Page<T>> =>
  (text, header) => {
    const items = read(text, header);
    const counted = header('X-Total-Count');
    const total = counted !== null && /^\d+$/.test(counted) ? Number(counted) : items.length;
    const next = nextIn(header('Link'));
    // Not to be taken for the whole list: who mirrors it would remove the rest.
    if (isFirst && next === null && total > items.length) {
      throw new Misunderstood(
        `it has ${items.length} of ${total} items, and the header Link is missing, which leads to the others`,
      );
    }
    return { items, next, total };
  };

const NEXT = /<([^>]*)>\s*;[^,]*\brel="?next"?/i;

const nextIn = (link: string | null): string | null => {
  const [, address = ''] = NEXT.exec(link ?? '') ?? [];
  const mark = address.indexOf('?');
  return mark === -1 ? null : new URLSearchParams(address.slice(mark)).get('cursor');
};

/** Null for "not found": an empty answer, or one with an error property (API specification, section 7). */
const singleReader =
  <T>(field: string & keyof T): Reader<T | null> =>
  (text) => {
    const body = text.trim() === '' ? null : parse(text);
    if (isEmpty(body) || (isFields(body) && 'error' in body)) return null;
    if (!isFields(body) || typeof body[field] !== 'string') throw new Misunderstood('it is not one item');
    return body as T;
  };

const objectIn = (text: string): Fields => {
  const body = parse(text);
  if (!isFields(body)) throw new Misunderstood('it is not an object');
  refuseError(body);
  return body;
};

export const readPosts = listReader<PostListItem>('slug');
export const readPost = singleReader<Post>('content');
export const readInternalLinks = listReader<InternalLink>('keyword');
export const readPages = listReader<PseoPageListItem>('slug');
export const readPage = singleReader<PseoPage>('html');
export const readRedirects = listReader<Redirect>('to');
export const readChanges: Reader<Changes> = (text) => {
  const { changes, next, complete } = objectIn(text);
  if (typeof next !== 'string' || typeof complete !== 'boolean') throw new Misunderstood('it has no cursor');
  return { changes: listIn<Change>(changes, 'type'), next, complete };
};
export const readTaxonomies: Reader<Taxonomies> = (text) => {
  const { categories, tags } = objectIn(text);
  return { categories: listIn<Term>(categories, 'name'), tags: listIn<Term>(tags, 'name') };
};
export const readWebsite: Reader<Website> = (text) => {
  const body = objectIn(text);
  if (typeof body['name'] !== 'string') throw new Misunderstood('it has no name');
  return body as unknown as Website;
};

/** What servers say that are older than the code. */
const MESSAGES_WITHOUT_CODE = [
  'There is no published post with this slug.',
  'There is no live page with this slug.',
];

/** True for the body of a 404 that is the API's answer about a slug: any other is about the address. */
export const saysNotFound = (text: string): boolean => {
  const { details, message } = errorOf(text);
  return details['code'] === UNKNOWN_SLUG || MESSAGES_WITHOUT_CODE.includes(message ?? '');
};

/** The slug under which is found now what had another one before, from the body of such a 404; null where it says none. */
export const movedToIn = (text: string): string | null => {
  const { movedTo } = errorOf(text).details;
  return typeof movedTo === 'string' && movedTo !== '' && saysNotFound(text) ? movedTo : null;
};

/** True for the body of a 410 that is the API's answer about a cursor. */
export const saysGone = (text: string): boolean => errorOf(text).name === 'GoneError';

/** The server's own words about an error, where the body has any. */
export const errorIn = (text: string): string | null => {
  const { name, message } = errorOf(text);
  return [name, message].filter((words) => words !== null).join(': ') || null;
};

/** True for a body of JSON, an error of the API or of something else. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const errorOf = (text: string): { name: string | null; message: string | null; details: Fields } => {
  const body: unknown = isJson(text) ? JSON.parse(text) : null;
  const error = isFields(body) ? body['error'] : null;
  const { name, message, details } = isFields(error) ? error : {};
  return {
    name: typeof name === 'string' ? name : null,
    message: typeof message === 'string' ? message : null,
    details: isFields(details) ? details : {},
  };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Misunderstood(text.trim() === '' ? 'it is empty' : 'it is not whole JSON');
  }
};

const listIn = <T>(body: unknown, field: string & keyof T): T[] => {
  if (isFields(body)) refuseError(body);
  if (!Array.isArray(body)) throw new Misunderstood('it is not a list');
  if (!body.every((item) => isFields(item) && typeof item[field] === 'string')) {
    throw new Misunderstood(`not every item has a ${field}`);
  }
  return body as T[];
};

const refuseError = (body: Fields): void => {
  if ('error' in body) throw new Misunderstood(errorIn(JSON.stringify(body)) ?? 'it is an error');
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);
