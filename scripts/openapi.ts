/** Prints the OpenAPI document of the backend's calls: `npm run -s openapi [-- server address]`. */
import { endpoints } from '#contract/endpoints.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { createOpenApiDocument } from '#backend/http/openapi.ts'

const [serverUrl = 'http://127.0.0.1:4100'] = process.argv.slice(2)
console.log(JSON.stringify(createOpenApiDocument({ ...endpoints, ...operatorEndpoints }, serverUrl), null, 2))
