import { endpoints } from '#contract/endpoints.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { createOpenApiDocument } from '#backend/http/openapi.ts'
import { readOptions } from './options.ts'

const USAGE = "npm run -s openapi [-- server address]   prints the OpenAPI document of the backend's calls."

const [serverUrl = 'http://127.0.0.1:4100'] = readOptions(USAGE, { allowPositionals: true }).positionals
console.log(JSON.stringify(createOpenApiDocument({ ...endpoints, ...operatorEndpoints }, serverUrl), null, 2))
