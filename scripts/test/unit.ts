import { globSync } from 'node:fs'
import { root } from '#scripts/start/root.ts'
import { runNodeSuites } from './node-suites.ts'

// What stands beside its code and wants no browser's document: those suites are *.test.tsx.
runNodeSuites({
  all: globSync(['{contract,lib,backend,components,app,emulators,scripts}/**/*.test.ts', '*.test.ts'], {
    cwd: root,
  }).sort(),
})
