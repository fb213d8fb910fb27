import { registerHooks } from 'node:module'

/** Lets a suite that asks for Jest's interface find it in Node's runner. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@jest/globals' ? '#tests/support/node-test.ts' : specifier, context),
})
