import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const PLUGIN = './src/plugins/content-delivery';
const SERVER = `${PLUGIN}/server/src`;

/**
 * Imports run one way: what a request passes first may use what comes later, never the other way round.
 * Each row: a folder, and what it may not import.
 */
const zones = [
  // The client is published by itself; its data part does without the HTML parser of the other.
  { target: './client/src', from: './src' },
  { target: ['./client/src/!(link-keywords)/**/*', './client/src/*'], from: './client/src/link-keywords' },
  { target: `${PLUGIN}/contract.ts`, from: './src' },
  { target: `${PLUGIN}/admin-contract.ts`, from: './src' },
  { target: `${PLUGIN}/campaign-contract.ts`, from: './src' },
  { target: `${PLUGIN}/panel-contract.ts`, from: [`${PLUGIN}/server`, `${PLUGIN}/admin`] },
  { target: `${PLUGIN}/admin`, from: `${PLUGIN}/server` },
  {
    target: `${SERVER}/serializers`,
    from: [`${SERVER}/controllers`, `${SERVER}/routes`, `${SERVER}/http`, `${SERVER}/rules`],
  },
  {
    target: `${SERVER}/queries`,
    from: [
      `${SERVER}/serializers`,
      `${SERVER}/controllers`,
      `${SERVER}/routes`,
      `${SERVER}/http`,
      `${SERVER}/rules`,
    ],
  },
  {
    target: `${SERVER}/http`,
    from: [`${SERVER}/queries`, `${SERVER}/serializers`, `${SERVER}/controllers`, `${SERVER}/rules`],
  },
  {
    target: `${SERVER}/limits`,
    from: [
      `${SERVER}/queries`,
      `${SERVER}/serializers`,
      `${SERVER}/controllers`,
      `${SERVER}/routes`,
      `${SERVER}/http`,
      `${SERVER}/fast-lane`,
      `${SERVER}/website-key`,
    ],
  },
  {
    target: `${SERVER}/pseo`,
    from: [`${SERVER}/queries`, `${SERVER}/serializers`, `${SERVER}/controllers`, `${SERVER}/rules`],
  },
  {
    target: `${SERVER}/rules`,
    from: [
      `${SERVER}/queries`,
      `${SERVER}/serializers`,
      `${SERVER}/controllers`,
      `${SERVER}/routes`,
      `${SERVER}/http`,
      `${SERVER}/imports`,
    ],
  },
  {
    target: `${SERVER}/imports`,
    from: [`${SERVER}/serializers`, `${SERVER}/controllers`, `${SERVER}/routes`, `${SERVER}/http`],
  },
];

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
      '**/.next/',
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
    // Node's own, and for what runs in the browser that is measured.
    files: ['examples/nextjs/scripts/*.mjs'],
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
    files: ['scripts/check-container.mjs', 'scripts/container/*.mjs'],
    languageOptions: {
      globals: { Blob: 'readonly', fetch: 'readonly', FormData: 'readonly', performance: 'readonly' },
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: { module: 'writable', require: 'readonly', process: 'readonly', console: 'readonly' },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
