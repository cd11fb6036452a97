import { DELIVERY_PATHS, UNKNOWN_SLUG } from './delivery';
import { DELIVERY_PARAMETERS, type ParameterDeclaration } from './delivery-parameters';
import {
  CHANGE_EXAMPLES,
  errorExample,
  eventExample,
  LINK_EXAMPLES,
  PAGE_EXAMPLES,
  POST_EXAMPLES,
  REDIRECT_EXAMPLES,
  TAXONOMY_EXAMPLES,
  WEBSITE_EXAMPLES,
} from './openapi-examples';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './webhooks';

/** Where the description is served: without a key, for any origin. */
export const OPENAPI_PATH = '/api/openapi.json';

const MOMENT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';

/** An object that always has these fields, may have the optional ones, and no others. */
const record = <
  Description extends string | null,
  const Fields extends object,
  const Optional extends object,
>(
  description: Description,
  fields: Fields,
  optional: Optional = {} as Optional,
) => ({
  type: 'object' as const,
  ...(description !== null && { description }),
  properties: { ...fields, ...optional },
  required: Object.keys(fields) as (keyof Fields)[],
  additionalProperties: false as const,
});

/** The parts of a post around its content, which only the single post has. */
const POST_HEAD = {
  title: { type: 'string' },
  slug: { type: 'string', description: 'What one post is fetched by. URL-encode it.' },
  category: { type: ['string', 'null'], description: 'The name of the category, not its id.' },
  tags: {
    type: 'array',
    items: { type: 'string' },
    description: 'The names of the tags, in the order in which the editor gave them.',
  },
  featuredImage: {
    type: ['string', 'null'],
    pattern: '^[hH][tT][tT][pP][sS]?://',
    description: 'An absolute address; null for a post without an image.',
  },
} as const;
const POST_TAIL = {
  metaTitle: { type: 'string', description: 'Falls back to the title.' },
  metaDescription: { type: 'string' },
  createdAt: { $ref: '#/components/schemas/Timestamp', description: 'When readers first saw it.' },
  updatedAt: {
    $ref: '#/components/schemas/Timestamp',
    description:
      'Later than createdAt only when something changed after publication, or where an editor has set a date before it.',
  },
  scheduleDate: {
    type: ['string', 'null'],
    format: 'date-time',
    pattern: MOMENT,
    description: 'Null when it is not scheduled. In the future: not to be shown yet; hiding it is up to you.',
  },
} as const;
/** On request, each by its name in `include`. */
const POST_EXTRAS = {
  id: { type: 'string', description: 'On request, as all that follow: include names it.' },
  image: {
    anyOf: [{ $ref: '#/components/schemas/PostImage' }, { type: 'null' }],
    description: 'The featured image with its sizes; null for a post without one.',
  },
  excerpt: { type: 'string', maxLength: 200, description: 'Plain text, which ends behind a word.' },
  readingMinutes: { type: 'integer', minimum: 0 },
  words: { type: 'integer', minimum: 0 },
  author: {
    anyOf: [{ $ref: '#/components/schemas/PostAuthor' }, { type: 'null' }],
    description: 'Who has written it; null for a post without one.',
  },
  related: {
    type: 'array',
    maxItems: 5,
    items: { $ref: '#/components/schemas/RelatedPost' },
    description:
      'Posts of the same website with most tags in common, then of the same category, then the newest; none whose date is to come.',
  },
} as const;
const CONTENT = {
  type: 'string',
  contentMediaType: 'text/html',
  description:
    'HTML as the editor stored it, scripts included. Sanitise it if you do not trust your editors.',
} as const;
const LANG = {
  type: ['string', 'null'],
  description: 'The language of the texts, by BCP 47; null where nobody has said.',
} as const;

const PAGE_LIST_ITEM = {
  pageId: { type: 'string' },
  campaignId: { type: 'string' },
  websiteId: { type: 'string' },
  slug: { type: 'string', description: 'May contain slashes.' },
  targetSlug: { type: 'string', description: 'May contain slashes.' },
  status: { type: 'string', const: 'live' },
  variables: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'What the templates of the campaign were filled in with.',
  },
  createdAt: { $ref: '#/components/schemas/Timestamp' },
  updatedAt: { $ref: '#/components/schemas/Timestamp' },
} as const;

const PAGE_TEXTS = {
  html: { type: 'string', contentMediaType: 'text/html' },
  fields: record(null, { metaTitle: { type: 'string' }, metaDescription: { type: 'string' } }),
  internalLinks: { type: 'array', items: { $ref: '#/components/schemas/PseoInternalLink' } },
} as const;

const CHANGE_TYPES = [
  'post',
  'pseo-page',
  'campaign',
  'taxonomies',
  'authors',
  'internal-links',
  'redirects',
  'website',
] as const;
const CHANGE_ACTIONS = ['published', 'updated', 'removed'] as const;

/**
 * The types of `contract.ts` as JSON schemas. The fields are in the order in which they are sent.
 * `tests/unit/contracts/openapi.test.ts` holds both against each other, in types.
 */
export const SCHEMAS = {
  Timestamp: {
    type: 'string',
    format: 'date-time',
    pattern: MOMENT,
    description: 'A moment in UTC with milliseconds.',
    examples: ['2025-03-01T09:30:00.000Z'],
  },
  PostListItem: record(
    'A post without its content, unless that is asked for.',
    { ...POST_HEAD, ...POST_TAIL },
    { ...POST_EXTRAS, content: CONTENT, lang: LANG },
  ),
  Post: record(null, { ...POST_HEAD, content: CONTENT, ...POST_TAIL }, { ...POST_EXTRAS, lang: LANG }),
  PostImage: record(null, {
    url: { type: 'string', description: 'An absolute address.' },
    width: { type: ['integer', 'null'], description: 'Pixels; null where they are not known.' },
    height: { type: ['integer', 'null'] },
    alt: { type: ['string', 'null'], description: 'Null without one.' },
    formats: {
      type: 'array',
      items: { $ref: '#/components/schemas/ImageFormat' },
      description: 'Smaller ones of the same image, the smallest first.',
    },
  }),
  ImageFormat: record(null, {
    url: { type: 'string' },
    width: { type: 'integer' },
    height: { type: 'integer' },
  }),
  PostAuthor: record(null, {
    name: { type: 'string' },
    slug: { type: 'string' },
    url: {
      type: ['string', 'null'],
      description: 'A page about the author, an http(s) address; null without one.',
    },
    bio: { type: ['string', 'null'], description: 'Plain text; null without one.' },
    image: { anyOf: [{ $ref: '#/components/schemas/PostImage' }, { type: 'null' }] },
  }),
  RelatedPost: record(null, { title: { type: 'string' }, slug: { type: 'string' } }),
  Term: record('A category or a tag. Posts refer to it by name.', {
    id: { type: 'string' },
    name: { type: 'string' },
  }),
  Taxonomies: record(null, {
    categories: { type: 'array', items: { $ref: '#/components/schemas/Term' } },
    tags: { type: 'array', items: { $ref: '#/components/schemas/Term' } },
  }),
  Website: record('What front ends may introduce the website with; null where nothing is set.', {
    name: { type: 'string' },
    url: { type: ['string', 'null'], description: 'Where readers find it.' },
    language: { type: ['string', 'null'], description: 'Of its texts, by BCP 47, such as pt-BR.' },
    description: { type: ['string', 'null'], description: 'Plain text.' },
    image: { type: ['string', 'null'], description: 'An absolute address.' },
  }),
  InternalLink: record(null, {
    keyword: {
      type: 'string',
      description: 'What to look for in the text: as a whole word, ignoring case.',
    },
    url: { type: 'string', description: 'A site-relative path or an http(s) address.' },
  }),
  PseoPageListItem: record(
    'A pSEO page without its HTML, unless that is asked for.',
    PAGE_LIST_ITEM,
    PAGE_TEXTS,
  ),
  PseoInternalLink: record(null, {
    keyword: { type: 'string' },
    anchor: { type: 'string', description: 'The text of the link. Falls back to the keyword.' },
    url: { type: 'string', description: 'A site-relative path or an http(s) address.' },
    internal: { type: 'boolean', description: 'Leads to a page of the same website.' },
    nofollow: { type: 'boolean', description: 'Is to carry rel="nofollow".' },
  }),
  PseoPage: record(null, {
    ...PAGE_LIST_ITEM,
    ...PAGE_TEXTS,
  }),
  Redirect: record('An earlier slug, and the one under which the entry is found now.', {
    type: { type: 'string', enum: ['post', 'pseo-page'] },
    from: { type: 'string' },
    to: { type: 'string' },
  }),
  Change: record(null, {
    type: {
      type: 'string',
      enum: CHANGE_TYPES,
      description: 'What to read again. Of a type that you do not know: everything.',
    },
    action: {
      type: 'string',
      enum: CHANGE_ACTIONS,
      description: 'published: readers did not get it before; updated: before and after; removed: no longer.',
    },
    id: {
      type: ['string', 'null'],
      description: 'Of the post, page, campaign or author; null where the change concerns no single one.',
    },
    slug: { type: ['string', 'null'] },
    previousSlug: { type: ['string', 'null'], description: 'The slug before, where it has changed.' },
    at: { $ref: '#/components/schemas/Timestamp' },
  }),
  Changes: record(null, {
    changes: {
      type: 'array',
      items: { $ref: '#/components/schemas/Change' },
      description: 'Oldest first.',
    },
    next: { type: 'string', description: 'What to send as since next time.' },
    complete: { type: 'boolean', description: 'False when there are more to ask for with next.' },
  }),
  WebhookEntry: record('What has changed; read it again.', {
    type: { type: 'string', description: 'As in changes. More may come.' },
    action: { type: 'string', enum: CHANGE_ACTIONS },
    id: { type: ['string', 'null'], description: 'Null where no single entry is meant.' },
    slug: { type: ['string', 'null'] },
    previousSlug: { type: ['string', 'null'], description: 'The slug before, where it has changed.' },
  }),
  WebhookEvent: record('It says what to read again, and has no content itself.', {
    type: { type: 'string', enum: WEBHOOK_EVENT_TYPES, description: 'More may come.' },
    timestamp: { $ref: '#/components/schemas/Timestamp' },
    websiteId: { type: 'string' },
    data: record(null, {
      revision: {
        type: 'integer',
        description: 'Rises from event to event; one that is tried again keeps its own.',
      },
      entries: {
        type: 'array',
        maxItems: 100,
        items: { $ref: '#/components/schemas/WebhookEntry' },
        description: 'Of one type; none in resync and test.',
      },
    }),
  }),
  ApiErrorDetails: {
    type: 'object',
    description: 'Empty, but for a slug that is unknown. More may come.',
    properties: {
      code: {
        type: 'string',
        description: 'unknown-slug in the 404 of a slug that leads to nothing, and in no other.',
      },
      movedTo: {
        type: 'string',
        description: 'Of an earlier slug: the one under which the entry is found now.',
      },
    },
    additionalProperties: true,
  },
  ApiError: record('The one shape of every error.', {
    data: { type: 'null' },
    error: record(null, {
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
      name: { type: 'string' },
      message: { type: 'string' },
      details: { $ref: '#/components/schemas/ApiErrorDetails' },
    }),
  }),
} as const;

type SchemaName = keyof typeof SCHEMAS;

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: SchemaName) => ({ type: 'array', items: ref(name) });
const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const parametersOf = (route: keyof typeof DELIVERY_PARAMETERS) =>
  Object.entries(DELIVERY_PARAMETERS[route] as Record<string, ParameterDeclaration>).map(
    ([name, { description, schema }]) => ({
      ...optional('query', name, description, schema),
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    }),
  );
const text = (description: string) => ({ description, schema: { type: 'string' } });
const declaredAs =
  (required: boolean) =>
  (place: 'query' | 'header', name: string, description: string, schema: object = { type: 'string' }) => ({
    name,
    in: place,
    required,
    description,
    schema,
  });
const required = declaredAs(true);
const optional = declaredAs(false);
/** Of a part of a list. */
const PART = {
  Link: { $ref: '#/components/headers/Link' },
  'X-Total-Count': { $ref: '#/components/headers/TotalCount' },
};

/** An operation of these routes: a 200 with this body, and the errors that each of them may answer. */
const get = (
  operation: { operationId: string; summary: string; description?: string; parameters?: object[] },
  schema: object,
  examples: Record<string, object>,
  errors: Record<string, object> = {},
  headers: Record<string, object> = {},
) => ({
  get: {
    tags: ['Delivery'],
    ...operation,
    // Beside the security schemes, of which many generators make no parameter.
    parameters: [parameter('ApiKey'), parameter('ApiKeyHeader'), ...(operation.parameters ?? [])],
    responses: {
      200: {
        description: operation.summary,
        headers: {
          ETag: { $ref: '#/components/headers/ETag' },
          'Cache-Control': { $ref: '#/components/headers/CacheControl' },
          'Cache-Tag': { $ref: '#/components/headers/CacheTag' },
          Vary: text(
            'Accept-Encoding; for a key in a header also Authorization and X-API-Key. Previews have none.',
          ),
          ...headers,
          'X-Stale': { $ref: '#/components/headers/XStale' },
          ...STANDING,
        },
        content: { 'application/json': { schema, examples } },
      },
      304: response('NotModified'),
      400: response('BadParameter'),
      401: response('UnknownKey'),
      ...errors,
      405: response('WrongMethod'),
      429: response('TooManyRequests'),
      500: response('ServerFault'),
      503: response('Unavailable'),
    },
  },
});

/** An operation whose answer holds for the moment only. */
const withoutCaching = ({ get: { responses, ...operation } }: ReturnType<typeof get>) => ({
  get: {
    ...operation,
    responses: {
      ...Object.fromEntries(Object.entries(responses).filter(([status]) => status !== '304')),
      200: {
        ...responses[200],
        headers: { 'Cache-Control': text('no-store'), ...STANDING },
      },
    },
  },
});

/** Only where a limit is configured that the request was counted for. */
const STANDING = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

const error = (description: string, example: Parameters<typeof errorExample>, headers: object = {}) => ({
  description,
  headers: { ...headers, ...STANDING },
  content: { 'application/json': { schema: ref('ApiError'), example: errorExample(...example) } },
});

/** What a receiver on the website's side gets. */
const webhook = (type: WebhookEventType) => ({
  post: {
    tags: ['Webhooks'],
    summary: `The event ${type}, sent to the webhooks of a website.`,
    security: [],
    parameters: [parameter('WebhookId'), parameter('WebhookTimestamp'), parameter('WebhookSignature')],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { allOf: [ref('WebhookEvent'), { type: 'object', properties: { type: { const: type } } }] },
          example: eventExample(type),
        },
      },
    },
    responses: {
      '2XX': { description: 'It has arrived. Answer within 15 seconds, and do long work afterwards.' },
      410: { description: 'Switches the webhook off.' },
      default: { description: 'It is sent again later.' },
    },
  },
});

const notFound = { 404: response('UnknownSlug') };

interface Server {
  /** The public address of this server, without a slash at the end. */
  url: string;
  /** The version of this software. */
  version: string;
}

/** The public routes as OpenAPI 3.1. */
export const openApiDocument = ({ url, version }: Server) => ({
  openapi: '3.1.0',
  info: {
    title: 'Content delivery',
    version,
    description:
      'Posts, categories and tags, internal links and programmatic-SEO pages of one website, read-only, with earlier slugs ' +
      'and what has changed. ' +
      'Every request carries the API key of the website, as a parameter or in a header. HEAD is answered as GET, without a body; unknown ' +
      'parameters are ignored. Any origin may read.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url }],
  tags: [
    { name: 'Delivery', description: 'The routes that front ends read.' },
    { name: 'Webhooks', description: 'What receivers are told.' },
  ],
  security: [{ apiKey: [] }, { apiKeyHeader: [] }, { bearer: [] }],
  paths: {
    [DELIVERY_PATHS.blog]: get(
      {
        operationId: 'readBlog',
        summary: 'All posts, newest first and without content; with a slug one post with its content.',
        parameters: [...parametersOf('blog'), parameter('Preview')],
      },
      { oneOf: [listOf('PostListItem'), ref('Post')] },
      POST_EXAMPLES,
      notFound,
      PART,
    ),
    [DELIVERY_PATHS.internalLinks]: get(
      { operationId: 'listInternalLinks', summary: 'All internal links, in order of creation.' },
      listOf('InternalLink'),
      LINK_EXAMPLES,
    ),
    [DELIVERY_PATHS.pseoPages]: get(
      {
        operationId: 'readPseoPages',
        summary: 'All live pSEO pages by slug, without HTML; with a slug one page with its HTML.',
        parameters: [...parametersOf('pseo-pages'), parameter('Preview')],
      },
      { oneOf: [listOf('PseoPageListItem'), ref('PseoPage')] },
      PAGE_EXAMPLES,
      { ...notFound, 422: response('Unshowable') },
      PART,
    ),
    [DELIVERY_PATHS.taxonomies]: get(
      { operationId: 'readTaxonomies', summary: 'All categories and tags, each by name.' },
      ref('Taxonomies'),
      TAXONOMY_EXAMPLES,
    ),
    [DELIVERY_PATHS.website]: get(
      {
        operationId: 'readWebsite',
        summary: 'The website itself: name, address, language, description, picture.',
      },
      ref('Website'),
      WEBSITE_EXAMPLES,
    ),
    [DELIVERY_PATHS.redirects]: get(
      {
        operationId: 'listRedirects',
        summary: 'All earlier slugs, and where they lead to: of posts, then of pSEO pages, each by slug.',
      },
      listOf('Redirect'),
      REDIRECT_EXAMPLES,
    ),
    [DELIVERY_PATHS.changes]: withoutCaching(
      get(
        {
          operationId: 'listChanges',
          summary: 'What has changed since a cursor; without one the present cursor.',
          parameters: [parameter('Since')],
        },
        ref('Changes'),
        CHANGE_EXAMPLES,
        { 410: response('CursorGone') },
      ),
    ),
  },
  webhooks: Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, webhook(type)])),
  components: {
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'query',
        name: 'apiKey',
        description: 'The API key of the website, from its settings in the admin panel.',
      },
      apiKeyHeader: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description:
          'The same, for requests whose address is not to have it. No cache in front keeps their answers.',
      },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'The same as an Authorization header. It is ignored beside the parameter.',
      },
    },
    parameters: {
      ApiKey: optional('query', 'apiKey', 'The API key of the website, unless it is in a header.'),
      ApiKeyHeader: optional('header', 'X-API-Key', 'The same.'),
      WebhookId: required('header', 'webhook-id', 'Of the event: the same when it is sent again.'),
      WebhookTimestamp: required(
        'header',
        'webhook-timestamp',
        'Seconds since 1970 at which it was sent: refuse what is not of the last five minutes.',
        { type: 'string', pattern: '^\\d+$' },
      ),
      WebhookSignature: required(
        'header',
        'webhook-signature',
        'By Standard Webhooks: "v1," and the HMAC-SHA256 in base64 of id, timestamp and raw body, joined by dots; while a secret is ' +
          'rotated two of them, parted by a space.',
      ),
      Since: optional('query', 'since', 'The next of an earlier answer: only what has changed since.', {
        type: 'string',
        minLength: 1,
      }),
      Preview: optional(
        'query',
        'preview',
        'The token of a preview link, together with a slug: the draft that it opens, in the shape of the live ' +
          'answer. It is never cached. An empty one counts as absent.',
      ),
    },
    headers: {
      ETag: text('Names exactly these bytes; send it as If-None-Match. Previews have none.'),
      CacheControl: text(
        'As the operator configured it, with "s-maxage" where caches in front are told when the answer is old; "private, no-cache" for a key in a header, "private, no-store" for previews, "no-store" with X-Stale.',
      ),
      CacheTag: text(
        'What caches in front know this answer by. Only where the operator has chosen it, and under the name that is chosen.',
      ),
      Link: text(
        'Of a part that others follow: the address of the next one with rel="next", relative to this one and without the key.',
      ),
      TotalCount: {
        description: 'Of a part: how many entries the whole list has.',
        schema: { type: 'integer' },
      },
      XStale: {
        description: 'The database is out of reach: these bytes may be older than the last change.',
        schema: { type: 'string', const: 'database-unreachable' },
      },
      RateLimit: text(
        'Requests left (r) and seconds until the window resets (t), for each limit: "website";r=599;t=42.',
      ),
      RateLimitPolicy: text(
        'How many requests each limit allows (q) in how many seconds (w): "website";q=600;w=60.',
      ),
      RetryAfter: text('When to ask again: seconds, or an HTTP date.'),
    },
    responses: {
      NotModified: { description: 'You have these bytes already: the ETag is in your If-None-Match.' },
      BadParameter: error(
        'A parameter is empty, repeated, not one plain value or none of those that it can have; or there are two different keys.',
        [400, 'ValidationError', 'The parameter "slug" is empty; leave it out or give it a value.'],
      ),
      UnknownKey: error('There is no API key, or it is not known.', [
        401,
        'UnauthorizedError',
        'This API key is not known.',
      ]),
      UnknownSlug: error(
        'Nothing published has this slug, or the preview token does not open it. Only such a 404 has the code ' +
          'unknown-slug in its details: any other is about the address. Where it is an earlier slug, details.movedTo says ' +
          'under which one the entry is found now.',
        [
          404,
          'NotFoundError',
          'There is no published post with this slug.',
          {
            code: UNKNOWN_SLUG,
            movedTo: 'espresso-dialling-in',
          },
        ],
      ),
      CursorGone: error(
        'The changes since this cursor are not kept any more, or it is of another website or of a database that was ' +
          'restored since. Read everything again.',
        [
          410,
          'GoneError',
          'The changes since this cursor are not kept any more. Read everything again, and go on from the cursor that this address gives without "since".',
        ],
      ),
      Unshowable: error(
        'The draft of a preview cannot be shown yet: its template lacks a variable, for instance.',
        [
          422,
          'UnprocessableEntityError',
          'This draft cannot be shown. The template needs the variable "city".',
        ],
      ),
      WrongMethod: error(
        'Only GET and HEAD are answered.',
        [405, 'MethodNotAllowedError', 'Only GET and HEAD are answered here.'],
        {
          Allow: text('GET, HEAD'),
        },
      ),
      TooManyRequests: error(
        'Too many requests, or too many with unknown keys.',
        [
          429,
          'TooManyRequestsError',
          'Too many requests came from your address. Please try again in 12 seconds.',
        ],
        {
          'Retry-After': { $ref: '#/components/headers/RetryAfter' },
        },
      ),
      ServerFault: error('A fault of the server.', [500, 'InternalServerError', 'Internal Server Error']),
      Unavailable: error(
        'The database is out of reach, or the server is busy. Ask again later.',
        [
          503,
          'ServiceUnavailableError',
          'The content cannot be read at the moment. Please try again shortly.',
        ],
        {
          'Retry-After': { $ref: '#/components/headers/RetryAfter' },
        },
      ),
    },
    schemas: SCHEMAS,
  },
});
