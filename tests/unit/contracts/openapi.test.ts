import type * as Contract from '../../../src/plugins/content-delivery/contracts/delivery';
import { DELIVERY_PATHS } from '../../../src/plugins/content-delivery/contracts/delivery';
import {
  PAGE_EXTRAS,
  POST_EXTRAS,
} from '../../../src/plugins/content-delivery/contracts/delivery-parameters';
import type * as Webhooks from '../../../src/plugins/content-delivery/contracts/webhooks';
import { WEBHOOK_EVENT_TYPES } from '../../../src/plugins/content-delivery/contracts/webhooks';
import { SCHEMAS } from '../../../src/plugins/content-delivery/contracts/openapi';
import { compileSchema, DESCRIPTION, expectDescribed, resolveRef } from '../../support/openapi';

type Schemas = typeof SCHEMAS;

/** The type that a JSON schema of the description stands for. */
type TypeOf<S> = S extends { $ref: `#/components/schemas/${infer Name extends keyof Schemas}` }
  ? TypeOf<Schemas[Name]>
  : S extends { anyOf: readonly (infer One)[] }
    ? TypeOf<One>
    : S extends { const: infer Value } | { enum: readonly (infer Value)[] }
      ? Value
      : S extends { type: 'array'; items: infer Item }
        ? TypeOf<Item>[]
        : S extends { properties: infer Properties; required: readonly (infer Required)[] }
          ? { [Name in keyof Properties & Required]: TypeOf<Properties[Name]> } & {
              [Name in Exclude<keyof Properties, Required>]?: TypeOf<Properties[Name]>;
            }
          : S extends { properties: infer Properties }
            ? { -readonly [Name in keyof Properties]?: TypeOf<Properties[Name]> }
            : S extends { additionalProperties: infer Value }
              ? Record<string, TypeOf<Value>>
              : S extends { type: infer Type }
                ? Plain<Type extends readonly (infer One)[] ? One : Type>
                : never;
type Plain<Type> = Type extends 'string'
  ? string
  : Type extends 'boolean'
    ? boolean
    : Type extends 'integer'
      ? number
      : Type extends 'null'
        ? null
        : Type extends 'object'
          ? Record<string, unknown>
          : never;

/** Intersections as one object, so that equal types look equal to the compiler. */
type Flat<T> = T extends object ? { [Name in keyof T]: Flat<T[Name]> } : T;
type Equal<A, B> =
  (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;

/** The names of the schemas whose type is not the contract's: none. `npm run typecheck` fails on any. */
type Contracts = {
  Timestamp: Contract.Timestamp;
  PostListItem: Contract.PostListItem & Partial<Contract.PostExtras>;
  Post: Contract.Post & Partial<Omit<Contract.PostExtras, 'content'>>;
  PostImage: Contract.PostImage;
  ImageFormat: Contract.PostImage['formats'][number];
  PostAuthor: Contract.PostAuthor;
  RelatedPost: Contract.PostExtras['related'][number];
  Term: Contract.Term;
  Taxonomies: Contract.Taxonomies;
  Website: Contract.Website;
  InternalLink: Contract.InternalLink;
  PseoPageListItem: Contract.PseoPageListItem & Partial<Contract.PseoPageExtras>;
  PseoInternalLink: Contract.PseoInternalLink;
  PseoPage: Contract.PseoPage;
  Redirect: Contract.Redirect;
  Change: Contract.Change;
  Changes: Contract.Changes;
  WebhookEntry: Webhooks.WebhookEntry;
  WebhookEvent: Webhooks.WebhookPayload;
  ApiErrorDetails: Contract.ApiErrorDetails;
  ApiError: Contract.ApiError;
};
type Differing = {
  [Name in keyof Schemas]: Equal<TypeOf<Schemas[Name]>, Contracts[Name]> extends true ? never : Name;
}[keyof Schemas];
/** Fields that answers have only where they are asked for, or where there is something to say. */
const ON_REQUEST = new Map<string, readonly string[]>([
  ['PostListItem', POST_EXTRAS],
  ['Post', POST_EXTRAS.filter((name) => name !== 'content')],
  ['PseoPageListItem', PAGE_EXTRAS],
  ['ApiErrorDetails', ['code', 'movedTo']],
]);
const noneDiffers: [Differing] extends [never] ? true : Differing = true;

describe('the OpenAPI description', () => {
  it('has the types of the contract', () => {
    // Held against each other when the tests are compiled.
    expect(noneDiffers).toBe(true);
  });

  it('describes the public routes and nothing else, each for GET', () => {
    expect(Object.keys(DESCRIPTION.paths).sort()).toEqual(Object.values(DELIVERY_PATHS).sort());
    for (const path of Object.values(DESCRIPTION.paths)) expect(Object.keys(path)).toEqual(['get']);
  });

  it('has an id of its own for each operation', () => {
    const ids = Object.values(DESCRIPTION.paths).map(({ get }) => get.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to nothing that is not there, and has nothing that is not referred to', () => {
    const references = new Set(
      [...JSON.stringify(DESCRIPTION).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? ''),
    );
    for (const reference of references) expect(resolveRef(reference)).toBeDefined();
    const { securitySchemes, ...components } = DESCRIPTION.components;
    for (const [kind, named] of Object.entries(components)) {
      for (const name of Object.keys(named)) expect(references).toContain(`#/components/${kind}/${name}`);
    }
    expect(Object.keys(securitySchemes)).toEqual(DESCRIPTION.security.flatMap(Object.keys));
  });

  it.each(Object.keys(SCHEMAS))('has a schema of %s that lists every field as required', (name) => {
    expect(compileSchema({ $ref: `#/components/schemas/${name}` })).toBeInstanceOf(Function);
    const schema = resolveRef(`#/components/schemas/${name}`) as { properties?: object; required?: string[] };
    const onRequest = ON_REQUEST.get(name) ?? [];
    const always = Object.keys(schema.properties ?? {}).filter((field) => !onRequest.includes(field));
    expect(schema.required ?? []).toEqual(always);
  });

  it('has an example of every answer and of every error, which is as it is described', () => {
    type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
    let checked = 0;
    for (const [path, { get }] of Object.entries(DESCRIPTION.paths)) {
      for (const [status, given] of Object.entries(get.responses as Record<string, object>)) {
        const answer = ('$ref' in given ? resolveRef(given.$ref as string) : given) as {
          content?: Record<string, Media>;
        };
        if (status === '304') continue;
        const { schema, example, examples = {} } = answer.content?.['application/json'] ?? { schema: {} };
        const values = [...Object.values(examples).map(({ value }) => value), example].filter(Boolean);
        expect([path, status, values.length > 0]).toEqual([path, status, true]);
        for (const value of values) {
          const isValid = compileSchema(schema);
          expect([path, status, isValid(value), isValid.errors]).toEqual([path, status, true, null]);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(40);
  });

  it('has the key as parameters of each operation, for generators that look at no security schemes', () => {
    for (const { get } of Object.values(DESCRIPTION.paths)) {
      const parameters = get.parameters.map((one) => ('$ref' in one ? resolveRef(one.$ref as string) : one));
      expect(parameters).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'apiKey', in: 'query', required: false }),
          expect.objectContaining({ name: 'X-API-Key', in: 'header', required: false }),
        ]),
      );
    }
  });

  it('has every event of webhooks, each with an example that is as it is described', () => {
    expect(Object.keys(DESCRIPTION.webhooks)).toEqual([...WEBHOOK_EVENT_TYPES]);
    const all = Object.values(DESCRIPTION.webhooks).map(
      ({ post }) => post.requestBody.content['application/json'],
    );
    for (const [at, { schema, example }] of all.entries()) {
      const isValid = compileSchema(schema);
      expect([example.type, isValid(example), isValid.errors]).toEqual([WEBHOOK_EVENT_TYPES[at], true, null]);
      // And not as another event.
      expect(isValid(all[(at + 1) % all.length]?.example)).toBe(false);
    }
  });

  describe('as the tests use it', () => {
    const post = {
      title: 'Title',
      slug: 'slug',
      category: null,
      tags: [],
      featuredImage: null,
      metaTitle: 'Title',
      metaDescription: '',
      createdAt: '2025-03-01T09:30:00.000Z',
      updatedAt: '2025-03-01T09:30:00.000Z',
      scheduleDate: null,
    };
    const check = (target: string, body: unknown, status = 200, headers = {}) =>
      expectDescribed({
        target,
        status,
        text: JSON.stringify(body),
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      });

    it('passes what the routes answer', () => {
      expect(() => check('/api/blog', [])).not.toThrow();
      expect(() => check('/api/blog?slug=a', { ...post, content: '' })).not.toThrow();
      const error = { status: 404, name: 'NotFoundError', message: 'None.', details: {} };
      expect(() => check('/api/blog?slug=a', { data: null, error }, 404)).not.toThrow();
    });

    it.each<[string, string, unknown, number?, object?]>([
      ['a field too many', '/api/blog', [{ ...post, id: 1 }]],
      ['a field too few', '/api/blog', [{ ...post, metaTitle: undefined }]],
      ['content in a list', '/api/blog', [{ ...post, content: '' }]],
      ['a date without milliseconds', '/api/blog', [{ ...post, createdAt: '2025-03-01T09:30:00Z' }]],
      ['a date that is none', '/api/blog', [{ ...post, scheduleDate: '2025-02-31T09:30:00.000Z' }]],
      ['a relative image', '/api/blog', [{ ...post, featuredImage: '/uploads/a.webp' }]],
      ['a list for a slug', '/api/blog?slug=a', []],
      ['one post for none', '/api/blog', { ...post, content: '' }],
      ['an error of another shape', '/api/blog', { error: 'no' }, 400],
      ['a status that is not described', '/api/taxonomies', {}, 404],
      ['a page', '/api/taxonomies', {}, 200, { 'content-type': 'text/html' }],
      ['a header that is not described', '/api/taxonomies', {}, 400, { etag: '"a"' }],
    ])('refuses %s', (_what, target, body, status = 200, headers = {}) => {
      expect(() => check(target, body, status, headers)).toThrow(/differs from its description/);
    });
  });
});
