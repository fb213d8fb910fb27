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

// Jest links modules by an interface of Node that wants this flag; its workers take it from here.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`

/** The suites that draw components; all others run in Node's own runner. */
export default {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': swc(false), '\\.tsx$': swc(true) },
  modulePathIgnorePatterns: ['<rootDir>/\\.next', '<rootDir>/\\.data'],
  testEnvironment: 'jsdom',
  setupFilesAfterEnv: ['<rootDir>/tests/support/components.ts'],
  // One file too runs in a worker with this.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
  testMatch: ['<rootDir>/{components,lib,app}/**/*.test.tsx'],
}
