import { registerHooks } from 'node:module'

/** Node's runner under Jest's names; where many suites share a process, each is declared in one of its own. */
const interfaceOfSuites =
  process.env.TEST_SUITES === undefined ? '#tests/support/node-test.ts' : '#tests/support/declared-later.ts'

/** Lets a suite that asks for Jest's interface find it in Node's runner. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@jest/globals' ? interfaceOfSuites : specifier, context),
})
