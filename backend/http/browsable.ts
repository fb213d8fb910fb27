import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'

const SCRIPT = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#calls', deepLinking: true })\n`
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Calls</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="calls"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/** Everything is served from the backend; the page loads from no other origin, and runs no inline script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const LIBRARY_FILES = [
  {
    name: 'swagger-ui.css',
    mediaType: 'text/css',
    url: import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  },
  {
    name: 'swagger-ui-bundle.js',
    mediaType: 'text/javascript',
    url: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
]

/** The page at /docs on which the calls of /openapi.json can be read and tried. */
export function registerBrowsablePage(app: FastifyInstance): void {
  const answer = (reply: FastifyReply, mediaType: string) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'public, max-age=3600')
      .type(mediaType)
  app.get('/docs', (_request, reply) => answer(reply, 'text/html; charset=utf-8').send(PAGE))
  app.get('/docs/start.js', (_request, reply) => answer(reply, 'text/javascript').send(SCRIPT))
  for (const { name, mediaType, url } of LIBRARY_FILES) {
    const path = fileURLToPath(url)
    app.get(`/docs/${name}`, (_request, reply) => answer(reply, mediaType).send(createReadStream(path)))
  }
}
