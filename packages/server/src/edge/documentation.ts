import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Access, Endpoint, MultipartForm } from '@rollcall/contract/endpoint'
import { ErrorReply } from '@rollcall/contract/endpoint'
import { SCOPES } from '@rollcall/contract/scopes'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'

const ACCESS_SENTENCE: Record<Access, string> = {
  anyone: 'Anyone may call this; a token that is given must be valid.',
  user: 'Needs a session.',
  admin: 'Needs the session of an admin.',
  'platform-token': "Needs the streaming platform's access token as bearer.",
  'upload-proof':
    "Needs a proof for the channel: its upload key in the address (/k/{uploadKey}/api/app/…) or in the field uploadKey, its streamer's session, an upload ticket, or a paired address.",
}

const API_KEY_SENTENCE = `People make API keys at /api-keys and choose their scopes (${SCOPES.join(', ')}). A key reads and never writes. Its calls are counted for the key; the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (seconds) say how many are left.`

const EVERY_ENDPOINTS_ERRORS = [400, 401, 429, 500, 503]

export async function documentContract(app: FastifyInstance, config: Config): Promise<void> {
  const transform = createJsonSchemaTransform({})
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.productName} API`,
        version: '1.0.0',
        description:
          'The calls of the web pages, of the desktop companion, and of programs with an API key.',
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'rak_…',
            description: API_KEY_SENTENCE,
          },
        },
      },
    },
    transform: (document) => {
      const { endpoint } = (document.route.config ?? {}) as { endpoint?: Endpoint }
      if (endpoint === undefined) {
        return { schema: { ...document.schema, hide: true }, url: document.url }
      }
      const response = Object.fromEntries(
        listErrors(endpoint).map((status) => [status, ErrorReply] as const),
      )
      const schema = { ...document.schema, response: { 200: endpoint.response, ...response } }
      const transformed = transform({ ...document, schema } as Parameters<typeof transform>[0])
      return {
        url: transformed.url,
        schema: { ...transformed.schema, ...describe(endpoint) } as typeof transformed.schema,
      }
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/reference', indexPrefix: '' })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

function listErrors(endpoint: Endpoint): number[] {
  const canForbid = endpoint.access === 'admin' || endpoint.scope !== undefined
  const own = [...(endpoint.errors ?? []), ...(canForbid ? [403] : [])]
  return [...new Set([...EVERY_ENDPOINTS_ERRORS, ...own])].sort((a, b) => a - b)
}

function describe(endpoint: Endpoint): object {
  const { access, scope } = endpoint
  const needsSession = access === 'user' || access === 'admin'
  const security = [
    ...(needsSession ? [{ session: [] }] : []),
    // Anyone may also call without either.
    ...(scope !== undefined && !needsSession ? [{}] : []),
    ...(scope === undefined ? [] : [{ apiKey: [scope] }]),
  ]
  return {
    description: [
      ACCESS_SENTENCE[access],
      ...(scope === undefined ? [] : [`An API key needs the scope ${scope}.`]),
    ].join(' '),
    ...(security.length > 0 && { security }),
    ...(endpoint.multipart && {
      consumes: ['multipart/form-data'],
      body: formSchema(endpoint.multipart),
    }),
  }
}

function formSchema({ files, optionalFiles = {}, fields }: MultipartForm): object {
  const filePart = ([name, description]: [string, string]) =>
    [name, { type: 'string', format: 'binary', description }] as const
  const textPart = ([name, description]: [string, string]) =>
    [name, { type: 'string', description }] as const
  return {
    type: 'object',
    required: Object.keys(files),
    properties: Object.fromEntries([
      ...Object.entries({ ...files, ...optionalFiles }).map(filePart),
      ...Object.entries(fields).map(textPart),
    ]),
  }
}
