import { registerHooks } from 'node:module'

/** Node's runner under Jest's names; where many suites share a process, each is declared in one of its own. */
const interfaceOfSuites =
  process.env.TEST_SUITES === undefined ? '#tests/support/node-test.ts' : '#tests/support/declared-later.ts'

/** Next has no table of exports: a bundler finds its files without their ending, Node does not when it imports them. */
const PART_OF_NEXT = /^next\/(?!dist\/)[\w/-]+$/

/** Lets a suite that asks for Jest's interface find it in Node's runner. */
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === '@jest/globals') return next(interfaceOfSuites, context)
    return next(PART_OF_NEXT.test(specifier) ? `${specifier}.js` : specifier, context)
  },
})
