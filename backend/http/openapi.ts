import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { BRAND } from '#contract/brand.ts'
import {
  IDEMPOTENCY_HEADER,
  IdempotencyKey,
  errorCodesOf,
  type EndpointAuth,
  type EndpointDefinition,
} from '#contract/endpoint.ts'
import type { EndpointTable } from '#contract/endpoints.ts'
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors.ts'

/** The OpenAPI 3.1 document of the API, made from the endpoint table. */
export function createOpenApiDocument(table: EndpointTable, serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, definition] of Object.entries(table)) {
    for (const path of [definition.path, ...definition.aliases]) {
      const isAlias = path !== definition.path
      const operation = operationOf(isAlias ? `${name}Alias` : name, definition, isAlias)
      paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation }
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: `${BRAND} API`, version: '1' },
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: {
        idToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The raw id token of the signed-in user, without a scheme before it.',
        },
        shareToken: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'The token of a share link, or of a recipient who came by it.',
        },
        recipientToken: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'The token that a recipient was given when they registered.',
        },
      },
    },
    paths,
  })
}

const SECURITY: Readonly<Record<EndpointAuth, Record<string, string[]>[]>> = {
  public: [],
  signature: [],
  user: [{ idToken: [] }],
  verified: [{ idToken: [] }],
  share: [{ shareToken: [] }],
  recipient: [{ recipientToken: [] }],
}

const IDEMPOTENCY_PARAMETER = z.object({
  [IDEMPOTENCY_HEADER]: IdempotencyKey.optional().meta({
    description: 'A repeat with the same key answers what the first call made',
  }),
})

function operationOf(
  operationId: string,
  definition: EndpointDefinition,
  isAlias: boolean,
): ZodOpenApiOperationObject {
  const { summary, auth, params, query, idempotent, response, path } = definition
  return {
    operationId,
    summary,
    tags: [path.split('/')[1] ?? 'other'],
    security: SECURITY[auth],
    ...(isAlias && { deprecated: true }),
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(idempotent && { header: IDEMPOTENCY_PARAMETER }),
    },
    ...requestBodyOf(definition),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: response } } },
      ...errorResponses(errorCodesOf(definition)),
    },
  }
}

function requestBodyOf({
  body,
  files,
  raw,
}: EndpointDefinition): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (raw) return { requestBody: { required: true, content: { '*/*': {} } } }
  if (body) return { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
  if (!files) return {}
  const properties = {
    [files.field]: {
      type: 'array' as const,
      maxItems: files.maxCount,
      minItems: 1,
      items: { type: 'string' as const, contentMediaType: 'application/octet-stream' },
    },
  }
  const schema = { type: 'object' as const, required: [files.field], properties }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      `${status}` as const,
      { description: group.join(' · '), content: { 'application/json': { schema: ErrorBody } } },
    ]),
  )
}
