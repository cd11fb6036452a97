/**
 * The parameters of the delivery routes beside the key: from here come how they are read, the keys of caches, the OpenAPI
 * description and the types of the client. This file imports nothing.
 */

type Schema =
  | { readonly type: 'string'; readonly minLength?: 1 }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'array'; readonly items: { readonly type: 'string'; readonly enum: readonly string[] } };

export interface ParameterDeclaration {
  readonly description: string;
  readonly schema: Schema;
  /** Of lists only: it means nothing beside a slug, and is ignored there. */
  readonly ofLists?: true;
  /** Without a value it counts as absent, as front ends may send it so already; others are refused then. */
  readonly mayBeEmpty?: true;
  /** Values that an answer to a slug has anyway. */
  readonly implied?: readonly string[];
}

/** What answers about posts can have beyond the specification, in the order in which it is sent. */
export const POST_EXTRAS = [
  'id',
  'image',
  'excerpt',
  'readingMinutes',
  'words',
  'author',
  'related',
  'content',
  'lang',
] as const;

/** What lists of pSEO pages can have that only single pages have else. */
export const PAGE_EXTRAS = ['html', 'fields', 'internalLinks'] as const;

const LIMIT = {
  description:
    'At most this many: a part of the same list. The header Link leads to the next part, X-Total-Count says how many there are in all.',
  schema: { type: 'integer', minimum: 1, maximum: 1_000 },
  ofLists: true,
  mayBeEmpty: true,
} as const;
const CURSOR = {
  description: 'Where the part begins, from the Link of the one before; only together with limit.',
  schema: { type: 'string' },
  ofLists: true,
  mayBeEmpty: true,
} as const;

export const DELIVERY_PARAMETERS = {
  blog: {
    slug: { description: 'The slug of one post.', schema: { type: 'string', minLength: 1 } },
    include: {
      description:
        'More about each post, separated by commas. It follows what an answer has anyway, in the order of this list.',
      schema: { type: 'array', items: { type: 'string', enum: POST_EXTRAS } },
      mayBeEmpty: true,
      implied: ['content'],
    },
    category: {
      description: 'Only posts of this category: its name, or the slug that front ends make of it.',
      schema: { type: 'string' },
      ofLists: true,
      mayBeEmpty: true,
    },
    tag: {
      description: 'Only posts with this tag: its name, or the slug that front ends make of it.',
      schema: { type: 'string' },
      ofLists: true,
      mayBeEmpty: true,
    },
    limit: LIMIT,
    cursor: CURSOR,
  },
  'internal-links': {},
  'pseo-pages': {
    slug: {
      description: 'The slug of one page. Its slashes are URL-encoded too.',
      schema: { type: 'string', minLength: 1 },
    },
    campaignId: {
      description: 'Only pages of this campaign.',
      schema: { type: 'string', minLength: 1 },
    },
    include: {
      description: 'What else only single pages have, separated by commas, in the order of this list.',
      schema: { type: 'array', items: { type: 'string', enum: PAGE_EXTRAS } },
      mayBeEmpty: true,
      implied: PAGE_EXTRAS,
    },
    limit: LIMIT,
    cursor: CURSOR,
  },
  taxonomies: {},
  website: {},
  redirects: {},
} as const satisfies Record<string, Record<string, ParameterDeclaration>>;

type Declarations = typeof DELIVERY_PARAMETERS;

type ValueOf<One> = One extends { schema: { type: 'integer' } }
  ? number
  : One extends { schema: { type: 'array'; items: { enum: readonly (infer Value)[] } } }
    ? Value[]
    : string;

/** What can be asked of a route. */
export type ParametersOf<Route extends keyof Declarations> = {
  [Name in keyof Declarations[Route]]?: ValueOf<Declarations[Route][Name]>;
};
