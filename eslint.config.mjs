import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const PLUGIN = './src/plugins/content-delivery';
const SERVER = `${PLUGIN}/server/src`;

/** The wings of the server, in the order in which imports run: each uses only those after it (docs/architecture.md). */
const WINGS = [
  'panel',
  'export',
  'migration',
  'delivery',
  'pseo',
  'access',
  'content',
  'operation',
  'events',
  'jobs',
  'freshness',
  'platform',
];
/** These stand beside each other, and use none of the others. */
const SIDE_BY_SIDE = ['access', 'content', 'operation'];

/** What a wing may not import, beside what stands before it. */
const alsoClosed = (wing) => {
  if (SIDE_BY_SIDE.includes(wing)) return SIDE_BY_SIDE.filter((other) => other !== wing);
  return wing === 'migration' ? ['delivery'] : [];
};

const wingZones = WINGS.flatMap((wing, place) => {
  const target = `${SERVER}/${wing}`;
  const closed = [...new Set([...WINGS.slice(0, place), ...alsoClosed(wing)])];
  return [
    ...closed.map((other) => ({
      target,
      from: `${SERVER}/${other}`,
      message: `"${wing}" does not import "${other}".`,
    })),
    // The files beside the wings put them together.
    { target, from: `${SERVER}/*.ts`, message: 'What the root looks up is handed in.' },
  ];
});

const zones = [
  // The client is published by itself; its data part does without the HTML parser of the other.
  { target: './client/src', from: './src' },
  { target: ['./client/src/!(link-keywords)/**/*', './client/src/*'], from: './client/src/link-keywords' },
  { target: `${PLUGIN}/contracts`, from: [`${PLUGIN}/server`, `${PLUGIN}/admin`] },
  { target: `${PLUGIN}/admin`, from: `${PLUGIN}/server` },
  ...wingZones,
];

/** The panel's sources, as `files` names them. */
const PANEL = 'src/plugins/content-delivery/admin/src';

const restricted = (message, selectors) => selectors.map((selector) => ({ selector, message }));

/** Props, properties and attributes that people read, or have read out. */
const READ_BY_PEOPLE =
  '/^(.*[lL]abel|.*[mM]essage|title|subtitle|placeholder|alt|about|hint|aria-(description|roledescription|valuetext))$/';
/** Letters, apart from what is the same in every language: addresses, names of headers, requests. */
const WORDS = '/^(?!https?:|X-|GET ).*\\p{L}/su';
/** Beside other data: a word that begins a sentence, or several. */
const SENTENCE = '/^\\p{Lu}|\\p{L} \\p{L}/u';
/** A text, or a template with some, also as one of two. */
const written = (parent, words = WORDS) =>
  ['', ' > ConditionalExpression', ' > LogicalExpression'].flatMap((between) => [
    `${parent}${between} > Literal[value=${words}]`,
    `${parent}${between} > TemplateLiteral > TemplateElement[value.raw=${words}]`,
  ]);

const FROM_THE_CATALOGUE = restricted(
  'Texts are in translations/en.json, and in the other languages beside it: take useText of shared/text.',
  [
    `JSXText[value=${WORDS}]`,
    ...written(':matches(JSXElement, JSXFragment) > JSXExpressionContainer'),
    `JSXAttribute[name.name=${READ_BY_PEOPLE}] > Literal[value=${WORDS}]`,
    ...written(`JSXAttribute[name.name=${READ_BY_PEOPLE}] > JSXExpressionContainer`),
    ...written(`Property[key.name=${READ_BY_PEOPLE}]`, SENTENCE),
    ...written(
      'AssignmentExpression[left.property.name=/^(textContent|innerText|ariaLabel|title|placeholder)$/]',
    ),
    `CallExpression[callee.property.name="setAttribute"][arguments.0.value=${READ_BY_PEOPLE}][arguments.1.type="Literal"]`,
    ...written('CallExpression[callee.property.name=/^(alert|confirm|prompt)$/]'),
  ],
);

const MOMENTS_IN_ONE_WAY = restricted('Moments are written in one way: take a hook of shared/moments.', [
  'CallExpression[callee.name="formatDate"] Property[key.name=/^(dateStyle|timeStyle|hour)$/]',
  'CallExpression[callee.name="formatTime"]',
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
]);

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'client/dist/',
      '.cache/',
      '.strapi/',
      '.tmp/',
      'types/generated/',
      'node_modules/',
      'public/',
      '**/.astro/',
      '**/.next/',
      'examples/*/dist/',
      '**/next-env.d.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    plugins: { 'import-x': importX, 'react-hooks': reactHooks },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'import-x/no-cycle': 'error',
      // The plugin's own package.json only describes it to Strapi; the project's has the dependencies.
      'import-x/no-extraneous-dependencies': ['error', { packageDir: import.meta.dirname }],
      'import-x/no-restricted-paths': ['error', { zones }],
      // Strapi is handed in, never reached for.
      'no-restricted-globals': ['error', 'strapi'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: [`${PANEL}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-syntax': ['error', ...FROM_THE_CATALOGUE, ...MOMENTS_IN_ONE_WAY] },
  },
  {
    files: [`${PANEL}/shared/moments/**`],
    rules: { 'no-restricted-syntax': ['error', ...FROM_THE_CATALOGUE] },
  },
  {
    // A project of its own, with its own packages.
    files: ['examples/nextjs/**/*.{ts,tsx}'],
    rules: {
      'import-x/no-extraneous-dependencies': [
        'error',
        { packageDir: `${import.meta.dirname}/examples/nextjs` },
      ],
    },
  },
  {
    files: ['examples/astro/**/*.{ts,mjs}'],
    rules: {
      'import-x/no-extraneous-dependencies': [
        'error',
        { packageDir: `${import.meta.dirname}/examples/astro` },
      ],
    },
  },
  {
    // Node's own, and for what runs in the browser that is measured.
    files: ['demo/*.mjs', 'examples/astro/*.mjs', 'examples/nextjs/scripts/*.mjs'],
    languageOptions: {
      globals: {
        fetch: 'readonly',
        performance: 'readonly',
        PerformanceObserver: 'readonly',
        setTimeout: 'readonly',
        URL: 'readonly',
      },
    },
  },
  {
    files: ['scripts/check-container.mjs', 'scripts/{container,nodes}/*.mjs'],
    languageOptions: {
      globals: {
        Blob: 'readonly',
        fetch: 'readonly',
        FormData: 'readonly',
        performance: 'readonly',
        URLSearchParams: 'readonly',
      },
    },
  },
  {
    // What decides on a landing depends neither on the clock nor on a second process (CONTRIBUTING.md, "Check").
    files: ['{tests/unit,tests/integration,client/tests}/**/*.test.ts'],
    ignores: ['**/*.{slow,race}.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: 'support/(server-process|relay|redis|outage|waiting-writers|slow-reader|instances/.*)$',
              message: 'Tests of several processes and of outages end in .race.test.ts or .slow.test.ts.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.object.name="performance"][callee.property.name="now"]',
          message: 'Measured time is the time of the machine: count what is done, or make it a benchmark.',
        },
        {
          selector: 'CallExpression[callee.name="setTimeout"]',
          message: 'Wait for what is to happen with until().',
        },
      ],
    },
  },
  {
    files: ['tests/support/second-try.js'],
    languageOptions: { globals: { jest: 'readonly' } },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        __dirname: 'readonly',
        module: 'writable',
        require: 'readonly',
        process: 'readonly',
        console: 'readonly',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
