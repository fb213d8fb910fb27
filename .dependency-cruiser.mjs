/**
 * Who may import whom. Every folder of the house is a layer here; a file outside all of them is a violation,
 * and so is a cycle. The tables below are read top to bottom: a layer, then what it may import.
 */
const external = '^node_modules/|^[a-z_:/]+$|^v8$'

/** What the studio is held to and measured by; beside it, and no part of what it delivers. */
const studioTools = 'golden/|report/'
const studio = `^studio/(?!${studioTools})`

const layers = {
  '^contract/': ['^contract/', '^node_modules/(zod|negotiator|@types/negotiator|@sentry/core)/'],
  [studio]: [
    studio,
    '^node_modules/(sharp|exif-reader|libheif-js|pdfkit|@types/pdfkit|fontkit|culori|quickselect|lru-cache|onnxruntime-(?:node|common)|@types/culori|@types/fontkit|@fontsource-variable/inter-tight|zod)/',
  ],
  [`^studio/(${studioTools})`]: ['^studio/', '^tests/cast/', '^node_modules/'],
  '^lib/': ['^lib/', '^contract/', '^messages/', '^node_modules/'],
  '^components/': ['^components/', '^lib/', '^contract/', '^messages/', '^node_modules/'],
  '^(app/|instrumentation\\.ts$|middleware(\\.test)?\\.ts$)': [
    '^app/',
    '^middleware\\.ts$',
    '^components/',
    '^lib/',
    '^contract/',
    '^messages/',
    '^node_modules/',
  ],
  '^backend/features/': [
    '^backend/features/',
    '^backend/providers/([^/]+/[a-z]+-port|outage/unavailable-error)\\.ts$',
    '^backend/jobs/(catalogue|handlers)\\.ts$',
    '^contract/',
    '^messages/',
    '^node_modules/',
  ],
  '^backend/(http|jobs)/': [
    '^backend/(http|jobs|features)/',
    '^backend/providers/([^/]+/[a-z]+-port|outage/unavailable-error)\\.ts$',
    '^contract/',
    '^node_modules/',
  ],
  '^backend/((compose|compose-engine|compose-migrations|compose-ports|compose-stores|compose-work|feature-list|mail-files|main|config|environment|telemetry)(\\.test)?|config/[\\w-]+)\\.ts$':
    ['^backend/', '^contract/', '^node_modules/'],
  '^(emulators|tests|bench|scripts|tools)/': ['.'],
}

/** Files at the root that configure a tool; they import what the tool wants. */
const toolConfig =
  '^(next\\.config|postcss\\.config|jest\\.config|\\.dependency-cruiser(\\.folders)?)\\.mjs$|^(playwright\\.config|drizzle\\.config|next-env\\.d|global\\.d)\\.ts$'

/** They import the product, never the other way round. */
const tools = `^((emulators|tests|bench|scripts|tools)/|studio/(${studioTools}))`

/** Operators' calls, and the page that makes them. */
const operatorFiles = '^contract/operator(s|-commands)\\.ts$|^components/ops/'
/** Of the site, what may know them: the page itself, and the gateway, which runs on the server. */
const operatorReaders = `${operatorFiles}|^app/\\[locale\\]/ops/|^lib/api/proxy-rules\\.ts$`

const builtin = { dependencyTypesNot: ['core'] }

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'browser-knows-no-operators',
      comment: 'What operators call, and their page, stay out of every bundle of a customer.',
      severity: 'error',
      from: {
        path: '^(app|components|lib|contract)/|^(middleware|instrumentation)\\.ts$',
        pathNot: `\\.test\\.tsx?$|${operatorReaders}`,
      },
      to: { path: operatorFiles },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'every-file-has-a-layer',
      comment:
        'A file in no layer of the table: move it to its room, or add the room here and in docs/architecture.md.',
      severity: 'error',
      from: {
        pathNot: [...Object.keys(layers), '^backend/providers/', toolConfig, external],
      },
      to: {},
    },
    {
      name: 'no-orphan-outside-the-layers',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [...Object.keys(layers), '^backend/providers/', '^(messages|public)/', toolConfig],
      },
      to: {},
    },
    {
      name: 'every-target-has-a-layer',
      severity: 'error',
      from: {},
      to: {
        pathNot: [
          ...Object.keys(layers),
          '^backend/providers/',
          '^(messages|public)/',
          toolConfig,
          external,
          '^package\\.json$',
        ],
      },
    },
    ...Object.entries(layers)
      .filter(([, allowed]) => !allowed.includes('.'))
      .map(([from, allowed]) => ({
        name: `may-import: ${from}`,
        severity: 'error',
        from: { path: from, pathNot: '\\.test\\.tsx?$' },
        to: { pathNot: allowed, ...builtin },
      })),
    ...Object.entries(layers)
      .filter(([, allowed]) => !allowed.includes('.'))
      .map(([from, allowed]) => ({
        name: `test-may-import: ${from}`,
        comment: 'A test beside the code may import what the code may, the test tools, and the drawn cast.',
        severity: 'error',
        from: { path: `${from}.*\\.test\\.tsx?$` },
        to: {
          pathNot: [...allowed, '^node_modules/', '^tests/cast/', '^tests/support/(each|messages)\\.ts$'],
          ...builtin,
        },
      })),
    {
      name: 'provider-keeps-to-its-own-port',
      severity: 'error',
      from: { path: '^backend/providers/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        // Of the studio only its own folder may know; the next rule says so.
        path: '^(backend|app|lib|components|scripts|tests|emulators|middleware)',
        pathNot: [
          '^backend/providers/$1/',
          '^backend/providers/([^/]+/[a-z]+-port|outage/unavailable-error)\\.ts$',
        ],
      },
    },
    {
      name: 'one-home-for: the studio',
      severity: 'error',
      from: { path: '^backend/', pathNot: ['^backend/providers/studio/'] },
      to: { path: '^studio/' },
    },
    {
      name: 'one-home-for: sentences in the backend',
      comment:
        'Mails, papers, and why a discount is refused; everything else says a code, and the site the sentence.',
      severity: 'error',
      from: {
        path: '^backend/',
        pathNot: [
          '^backend/features/(mail/mail-words|discounts/discount-sentence|processing/agreement-content)\\.ts$',
        ],
      },
      to: { path: '^messages/' },
    },
    {
      name: 'sibling-feature-through-its-service',
      severity: 'error',
      from: { path: '^backend/features/([^/]+)/' },
      to: { path: '^backend/features/([^/]+)/', pathNot: ['^backend/features/$1/', '-service\\.ts$'] },
    },
    {
      name: 'product-imports-no-tools',
      comment:
        "Emulators, tests, benchmarks, scripts, the studio's golden pictures, its report, what draws its plates and what converts its nets import the product, never the other way round.",
      severity: 'error',
      from: { pathNot: [tools, '\\.test\\.tsx?$', toolConfig] },
      to: { path: tools },
    },
    ...[
      ['firebase-admin', '^(backend/providers/identity|tests)/'],
      ['firebase', '^(lib/identity|tests)/'],
      ['(pg|@electric-sql/pglite|drizzle-orm)', '^(backend/(providers|features)|tests|scripts|bench)/'],
      ['prom-client', '^(backend/providers/metrics|tests)/'],
      ['pg-boss', '^(backend/providers/queue|tests)/'],
      ['rate-limiter-flexible', '^(backend/providers/limiter|tests)/'],
      ['posthog-node', '^(backend/providers/analytics|tests)/'],
      ['stripe', '^(backend/providers/payments|emulators/stripe|scripts|tests)/'],
      ['nodemailer', '^(backend/providers/mail|tests)/'],
      ['@aws-sdk/[^/]+', '^(backend/providers/storage|tests)/'],
      // What begins spans knows `@opentelemetry/api` alone.
      ['@opentelemetry/(?!api/)[^/]+', '^(backend/providers/traces|tests)/'],
      ['@sentry', '^contract/error-reports\\.ts$|^tests/'],
    ].map(([sdk, home]) => ({
      name: `one-home-for: ${sdk}`,
      severity: 'error',
      from: { pathNot: home },
      to: { path: `^node_modules/${sdk}/` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^\\.next', '^\\.data', '^node_modules/\\.', '^out/', '\\.css$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
