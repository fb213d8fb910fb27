const swc = (jsx) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: jsx },
      transform: { react: { runtime: 'automatic' } },
      // Node wants JSON imported as such.
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
  },
]

const shared = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
  modulePathIgnorePatterns: ['<rootDir>/\\.next', '<rootDir>/\\.data'],
}

const apiFolders = ['api', 'ports', 'contract']
if (process.env.TEST_DATABASE_URL) apiFolders.push('cluster')
else if (process.argv.includes('api')) {
  console.log(
    'Left out: tests/cluster and what is PostgreSQL alone; TEST_DATABASE_URL names no server (.ci/run has one).',
  )
}
if (process.env.TEST_STRIPE_PYTHON) apiFolders.push('foreign')
else if (process.argv.includes('api')) {
  console.log('Left out: tests/foreign; TEST_STRIPE_PYTHON names no Python that has stripe (.ci/run does).')
}

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{contract,lib,backend,emulators,scripts}/**/*.test.ts', '<rootDir>/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'components',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/{components,lib,app}/**/*.test.tsx'],
    },
    {
      ...shared,
      displayName: 'api',
      testEnvironment: 'node',
      testMatch: [`<rootDir>/tests/{${apiFolders.join()}}/**/*.test.ts`],
    },
  ],
}
