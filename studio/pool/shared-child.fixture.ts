import { handlers } from './calls.fixture.ts'
import { serveShared } from './serve-shared.ts'

await serveShared(handlers)
