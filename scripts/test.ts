import { runSteps } from './test/run-steps.ts'

await runSteps(process.argv.slice(2))
