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
  ],
}
