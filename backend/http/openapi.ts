import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { BRAND } from '#contract/brand.ts'
import {
  IDEMPOTENCY_HEADER,
  IdempotencyKey,
  errorCodesOf,
  queryInPath,
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
      const operation = operationOf(name, definition, path)
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
        handoffToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The raw token of the session that a phone got for its code.',
        },
        operatorSecret: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            'The raw secret of the operators, OPERATOR_SECRET, at the API itself; or the id token of an account on their list, ' +
            'signed in with a second factor.',
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
  handoff: [{ handoffToken: [] }],
  operator: [{ operatorSecret: [] }],
}

const IDEMPOTENCY_PARAMETER = {
  [IDEMPOTENCY_HEADER]: IdempotencyKey.optional().meta({
    description: 'A repeat with the same key answers what the first call made',
  }),
}
const LANGUAGE_PARAMETER = {
  'accept-language': z.string().optional().meta({ description: 'What the sentences are answered in' }),
}

function operationOf(
  name: string,
  definition: EndpointDefinition,
  reading: string,
): ZodOpenApiOperationObject {
  const { summary, auth, idempotent, localized, response, path, stream } = definition
  const isAlias = reading !== path
  return {
    operationId: isAlias ? `${name}Alias` : name,
    summary,
    tags: [path.split('/')[1] ?? 'other'],
    security: SECURITY[auth],
    ...(isAlias && { deprecated: true }),
    requestParams: {
      ...pathAndQueryOf(definition, reading),
      ...((idempotent ?? localized) && {
        header: z.object({
          ...(idempotent && IDEMPOTENCY_PARAMETER),
          ...(localized && LANGUAGE_PARAMETER),
        }),
      }),
    },
    ...requestBodyOf(definition),
    responses: {
      200: {
        description: 'Done',
        content: { [stream?.mediaType ?? 'application/json']: { schema: response } },
      },
      ...errorResponses(errorCodesOf(definition)),
    },
  }
}

/** A parameter of the query that this reading carries in its path is one of the path there. */
function pathAndQueryOf(
  { params, query, ...definition }: EndpointDefinition,
  reading: string,
): Pick<ZodOpenApiOperationObject, 'requestParams'>['requestParams'] {
  const moved = queryInPath({ ...definition, ...(params && { params }) }, reading)
  const shape = Object.entries(query?.shape ?? {})
  const inPath = shape.filter(([name]) => moved.includes(name))
  const inQuery = shape.filter(([name]) => !moved.includes(name))
  const path = { ...params?.shape, ...Object.fromEntries(inPath) }
  return {
    ...(Object.keys(path).length > 0 && { path: z.object(path) }),
    ...(inQuery.length > 0 && { query: z.object(Object.fromEntries(inQuery)) }),
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
