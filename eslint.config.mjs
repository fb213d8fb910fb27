import js from '@eslint/js'
import next from '@next/eslint-plugin-next'
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** The only places that read the environment: the two configurations, scripts and tools. */
const environmentReaders = [
  'backend/config.ts',
  'lib/env.ts',
  'lib/env.server.ts',
  'scripts/**',
  'tests/**',
  'bench/**',
  'emulators/**',
  '*.{ts,mjs}',
]

const deepImport = {
  selector: 'ImportDeclaration[source.value=/^\\.\\.\\/\\.\\./]',
  message: 'Import across folders as #folder/file.ts.',
}

/** Two letters in a row are a word, and words are translated. */
const words = [
  'JSXText[value=/\\p{L}{2}/u]',
  'JSXExpressionContainer > Literal[value=/\\p{L}{2}/u]:not(JSXAttribute Literal)',
  'JSXAttribute[name.name=/^(?:alt|title|placeholder|label|aria-(?:label|description|roledescription|valuetext))$/] > Literal[value=/\\p{L}{2}/u]',
].map((selector) => ({ selector, message: 'What people read stands in messages/*.json, in five languages.' }))

export default defineConfig(
  globalIgnores([
    'node_modules',
    '.next',
    '.data',
    'public',
    'next-env.d.ts',
    'out',
    // AssemblyScript: its compiler judges it.
    'studio/kernels/assembly',
    'studio/kernels/built',
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', deepImport],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: environmentReaders,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in a configuration file.' },
      ],
    },
  },
  {
    files: ['{app,components,lib}/**/*.{ts,tsx}', 'middleware.ts'],
    plugins: { '@next/next': next, 'react-hooks': hooks },
    rules: {
      ...next.configs.recommended.rules,
      ...next.configs['core-web-vitals'].rules,
      ...hooks.configs.recommended.rules,
    },
  },
  {
    files: ['{app,components}/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    rules: { 'no-restricted-syntax': ['error', deepImport, ...words] },
  },
  {
    // Fastify and React hand over promises and functions where plain ones are typed; tests pass odd values on purpose.
    files: ['**/*.test.{ts,tsx}', 'tests/**'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: ['studio/**', 'tests/cast/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: '@jest/globals', message: "These run in Node's own runner: #tests/support/node-test.ts." },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
)
