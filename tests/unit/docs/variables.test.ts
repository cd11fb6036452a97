import { pages } from '../../support/docs/pages';
import { committedFiles, fileText } from '../../support/committed-files';

/** Named in the docs, and read by what is not ours. */
const OF_OTHERS: Record<string, string> = {
  GET_LOCK: 'a function of MariaDB',
  VERIFY_IDENTITY: 'a value of ssl-mode in addresses of MariaDB',
  NODE_EXTRA_CA_CERTS: 'Node',
  NODE_OPTIONS: 'Node',
  SCHED_NONE: 'a setting of node:cluster',
};
/** Read here, and not for those who run a server. */
const UNDOCUMENTED: Record<string, string> = {
  CONTENT_DELIVERY_SOCKET: 'set for the processes beside delivery workers',
  ENV_PATH: "Strapi's own: a file in place of .env",
  ASTRO_TELEMETRY_DISABLED: 'set for the example, not read',
  NEXT_TELEMETRY_DISABLED: 'set for the example, not read',
  FLAG_DOC_LINKS: "one of Strapi's own flags, as in every new project",
  FLAG_NPS: "one of Strapi's own flags, as in every new project",
  FLAG_PROMOTE_EE: "one of Strapi's own flags, as in every new project",
  STRAPI_TELEMETRY_DISABLED: 'set, not read',
  WEBHOOKS_POPULATE_RELATIONS: "Strapi's own setting, as in every new project",
};
/** Written like a variable, and none. */
const NO_VARIABLES: Record<string, string> = { WHEN_REQUIRED: 'a value of a setting of the S3 client' };

const NAME = String.raw`[A-Z][A-Z\d]*(?:_[A-Z\d]+)+`;
const files = committedFiles();
const isCode = (file: string): boolean => /\.(tsx?|m?js)$/.test(file);
const codeOf = (...folders: string[]): string =>
  files
    .filter((file) => isCode(file) && folders.some((folder) => file.startsWith(`${folder}/`)))
    .map(fileText)
    .join('\n');
/** All that a pattern finds in its first group that has something. */
const found = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, ...groups]) => groups.find(Boolean) ?? '');

/** What server, commands and demo read: what stands there as the name of a variable, and what Strapi's `env` is asked for. */
const variables = new Set(
  [
    ...found(codeOf('config', 'src/settings', 'commands', 'demo'), new RegExp(`'(${NAME})'`, 'g')),
    ...found(
      codeOf('config', 'src/settings'),
      /\benv(?:\.\w+)?\(\s*'([A-Z\d_]+)'|\(\s*env,\s*'([A-Z\d_]+)'/g,
    ),
    ...found(codeOf('src', 'commands', 'demo'), /\bprocess\.env(?:\.([A-Z][A-Z\d_]+)|\['([A-Z\d_]+)'\])/g),
  ].filter((name) => !Object.hasOwn(NO_VARIABLES, name)),
);

/** What anything else of the repository reads, and the constants that pages speak of. */
const namesElsewhere = new Set([
  ...found(
    codeOf('src', 'scripts', 'bench', 'examples', 'tests/support'),
    new RegExp(String.raw`'(${NAME})'|\benv\.(${NAME})\b|\bconst (${NAME})\b`, 'g'),
  ),
  ...found(
    `${fileText('jest.config.js')}\n${fileText('examples/astro/astro.config.mjs')}`,
    new RegExp(String.raw`\benv\.(${NAME})\b|\b(${NAME}):`, 'g'),
  ),
  ...found(fileText('compose.yaml'), new RegExp(String.raw`\$\{?(${NAME})`, 'g')),
  ...found(fileText('Dockerfile'), new RegExp(`ARG (${NAME})`, 'g')),
]);

const isFrontEndCode = (language: string): boolean => /^(?:[jt]sx?|json|mermaid)$/.test(language);

describe('variables that the docs name', () => {
  const all = pages().filter(({ file }) => file !== 'CHANGELOG.md');

  it('are read by something', () => {
    const named = all.flatMap(({ file, pieces }) =>
      pieces
        .filter(({ kind, language }) => (kind === 'block' && !isFrontEndCode(language)) || kind === 'code')
        .flatMap(({ text, line }) =>
          found(text, new RegExp(String.raw`(?<![\w.*])(${NAME})(?![\w*])`, 'g')).map((name) => ({
            name,
            file,
            line,
          })),
        ),
    );
    const faults = named
      .filter(
        ({ name }) => !variables.has(name) && !namesElsewhere.has(name) && !Object.hasOwn(OF_OTHERS, name),
      )
      .map(({ name, file, line }) => `${file}:${line}: ${name}: nothing reads it`);
    expect(named.length).toBeGreaterThan(200);
    expect(faults).toEqual([]);
  });

  it('are all that server, commands and demo read', () => {
    const described = [
      fileText('.env.example'),
      ...all
        .filter(({ file }) => !file.startsWith('docs/decisions/'))
        .flatMap(({ pieces }) =>
          pieces.filter(({ kind }) => kind === 'code' || kind === 'block').map(({ text }) => text),
        ),
    ].join('\n');
    const words = new Set(described.match(/\b[A-Z][A-Z\d_]*\b/g));
    const missing = [...variables].filter((name) => !words.has(name) && !Object.hasOwn(UNDOCUMENTED, name));
    expect(variables.size).toBeGreaterThan(60);
    expect(missing).toEqual([]);
  });

  it('are in the lists above only as long as they are read', () => {
    const code = codeOf('config', 'src/settings');
    for (const name of Object.keys(UNDOCUMENTED)) expect(variables).toContain(name);
    for (const name of Object.keys(NO_VARIABLES)) expect(code).toContain(`'${name}'`);
  });
});

describe('.env.example', () => {
  it('has variables that the server reads', () => {
    const names = found(fileText('.env.example'), /^([A-Z\d_]+)=/gm);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !variables.has(name))).toEqual([]);
  });
});
