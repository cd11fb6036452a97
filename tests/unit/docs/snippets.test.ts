import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { NEXT_PAGE } from '../../../src/plugins/content-delivery/admin/src/websites/connect/snippets';
import {
  NEXT_READ,
  NEXT_ROUTE,
} from '../../../src/plugins/content-delivery/admin/src/websites/connect/previews/snippets';
import { ROOT } from '../../support/committed-files';
import { FRAMEWORKS, KIT_TYPES } from '../../support/docs/frameworks';
import { pages } from '../../support/docs/pages';

const LANGUAGES = ['ts', 'tsx', 'js'];
/** Pages for who works on the project, with pieces of its own sources. */
const OF_THE_PROJECT = ['CONTRIBUTING.md', 'docs/worked-examples.md'];
/** A snippet may be the inside of a function. */
const RETURN_OUTSIDE_OF_FUNCTION = 1108;

/** Where it is, and what it is. */
const SNIPPETS: [string, string][] = [
  ...pages()
    .filter(({ file }) => !OF_THE_PROJECT.includes(file))
    .flatMap(({ file, pieces }) =>
      pieces
        .filter(({ kind, language }) => kind === 'block' && LANGUAGES.includes(language))
        .map(({ line, text }): [string, string] => [`${file}:${line}`, text]),
    ),
  ['the panel: a page of Next.js', NEXT_PAGE],
  ['the panel: a route for previews', NEXT_ROUTE],
  ['the panel: reading a preview', NEXT_READ],
];

describe('the code in the docs', () => {
  let folder: string;
  let faults: string[][];

  beforeAll(async () => {
    await mkdir(path.join(ROOT, '.tmp'), { recursive: true });
    folder = await mkdtemp(path.join(ROOT, '.tmp', 'snippets-'));
    // As deep as pages of a website are, beside the module that these read with.
    const pagesFolder = path.join(folder, 'pages', 'blog');
    const content = path.join(folder, 'lib', 'content.ts');
    await mkdir(pagesFolder, { recursive: true });
    await mkdir(path.dirname(content));
    const [, reading = ''] = SNIPPETS.find(([, text]) => text.startsWith('// lib/content.ts')) ?? [];
    await writeFile(content, reading);
    const files = SNIPPETS.map((_snippet, at) => path.join(pagesFolder, `snippet-${at}.tsx`));
    const globals = path.join(folder, 'frameworks.d.ts');
    await writeFile(globals, FRAMEWORKS);
    await writeFile(path.join(pagesFolder, '$types.d.ts'), KIT_TYPES);
    // Each is a module of its own, also where it imports nothing.
    for (const [at, file] of files.entries())
      await writeFile(file, `${SNIPPETS[at]?.[1] ?? ''}\nexport {};\n`);
    const program = ts.createProgram([globals, ...files], {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node'],
      jsx: ts.JsxEmit.Preserve,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      paths: {
        'content-delivery-client': [path.join(ROOT, 'client/src/index.ts')],
        '$lib/server/content': [content],
        'content-delivery-client/*': [path.join(ROOT, 'client/src/*/index.ts')],
      },
    });
    faults = files.map((file) =>
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(file))
        .filter(({ code }) => code !== RETURN_OUTSIDE_OF_FUNCTION)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(SNIPPETS.map(([where], at): [string, number] => [where, at]))(
    'compiles in strict mode: %s',
    (_where, at) => expect(faults[at]).toEqual([]),
  );

  it('is found', () => {
    expect(SNIPPETS.filter(([where]) => where.startsWith('client/README.md:')).length).toBeGreaterThan(8);
  });
});
