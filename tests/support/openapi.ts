import type { IncomingHttpHeaders } from 'node:http';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { DELIVERY_PATHS } from '../../src/plugins/content-delivery/contracts/delivery';
import { DELIVERY_PARAMETERS } from '../../src/plugins/content-delivery/contracts/delivery-parameters';
import { openApiDocument } from '../../src/plugins/content-delivery/contracts/openapi';

type Json = Record<string, unknown>;

/** As a server of the tests describes itself, but for its address and version. */
export const DESCRIPTION = openApiDocument({ url: 'https://cms.example.com', version: '0.0.0' });

/** What a `$ref` of the description points to. @throws Error when it points nowhere */
export const resolveRef = (reference: string): Json => {
  let found: unknown = DESCRIPTION;
  for (const step of reference.replace(/^#\//, '').split('/')) {
    found = (found as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (typeof found !== 'object' || found === null) throw new Error(`${reference} points nowhere.`);
  return found as Json;
};

const resolved = (value: unknown): Json => {
  const { $ref } = value as { $ref?: string };
  return $ref === undefined ? (value as Json) : resolveRef($ref);
};

/** Compiles schemas of the description as JSON Schema 2020-12. */
export const compileSchema = (() => {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: true, allowUnionTypes: true });
  addFormats(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'description', components: DESCRIPTION.components }, 'description', undefined, false);
  const compiled = new Map<string, ValidateFunction>();
  return (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"description#/');
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, known);
    return known;
  };
})();

/** Fields that answers have on request, and those of them that single answers have anyway. */
const EXTRAS = new Map(
  (
    [
      [DELIVERY_PATHS.blog, 'blog'],
      [DELIVERY_PATHS.pseoPages, 'pseo-pages'],
    ] as const
  ).map(([path, route]): [string, { names: readonly string[]; implied: readonly string[] }] => {
    const { schema, implied } = DELIVERY_PARAMETERS[route].include;
    return [path, { names: schema.items.enum, implied }];
  }),
);

interface Seen {
  /** Path and query as they were sent. */
  target: string;
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}

/** Node's own answers to requests that reach no route: too large headers, and what is no HTTP. */
const BEFORE_ANY_ROUTE = new Set([431]);

/**
 * Holds an answer to a GET against the description of its route; answers of other paths pass.
 * @throws Error that says what differs
 */
export const expectDescribed = ({ target, status, text, headers }: Seen): void => {
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  const route = (DESCRIPTION.paths as Record<string, Json>)[pathname];
  if (!route || BEFORE_ANY_ROUTE.has(status)) return;
  // Compressed bytes are read by the tests of compression.
  if (headers['content-encoding'] !== undefined && !/^\s*[[{]/.test(text)) return;

  const differs = (what: string): Error =>
    new Error(
      `${pathname} answered ${status}, which differs from its description: ${what}\n${text.slice(0, 500)}`,
    );
  const { responses } = route['get'] as { responses: Record<string, unknown> };
  if (!responses[status]) throw differs('there is no such status');
  const { content, headers: described = {} } = resolved(responses[status]) as {
    content?: Record<string, { schema: Json }>;
    headers?: Json;
  };
  for (const name of ['etag', 'retry-after', 'ratelimit', 'ratelimit-policy', 'x-stale', 'allow']) {
    const isDescribed = Object.keys(described).some((key) => key.toLowerCase() === name);
    if (name in headers && !isDescribed && content) throw differs(`there is no header ${name}`);
  }
  if (!content) {
    if (text !== '') throw differs('there is no body');
    return;
  }
  if (!headers['content-type']?.startsWith('application/json')) throw differs('it is JSON');

  const { schema } = content['application/json'] as { schema: Json };
  const body: unknown = JSON.parse(text);
  const validate = compileSchema(schema);
  if (!validate(body)) throw differs(JSON.stringify(validate.errors));
  const extras = EXTRAS.get(pathname);
  if (status === 200 && extras) {
    const wanted = (searchParams.get('include') ?? '').split(',');
    const implied = searchParams.has('slug') ? extras.implied : [];
    for (const item of (Array.isArray(body) ? body : [body]) as Json[]) {
      const wrong = extras.names.find(
        (name) => name in item !== (wanted.includes(name) || implied.includes(name)),
      );
      if (wrong !== undefined) throw differs(`${wrong} is there where it is asked for, and only there`);
    }
  }
  if (status === 200 && schema['oneOf'] && Array.isArray(body) === searchParams.has('slug')) {
    throw differs('there is one object with a slug, and a list without');
  }
};
