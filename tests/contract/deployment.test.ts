import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { expect } from 'expect'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { BACKEND_CHOICES, BACKEND_ENVIRONMENT } from '#backend/config.ts'
import { openOwnCertificate } from '#backend/providers/signer/own-certificate.ts'
import { WORK_ROLES } from '#backend/jobs/catalogue.ts'
import { SECRET_SETTINGS } from '#contract/secret-files.ts'
import { SITE_ENVIRONMENT } from '#lib/env.ts'
import { findNginx } from '#tests/support/edge.ts'

const FOLDER = 'deploy'
const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8')

/** The names that a schema of settings takes. */
function namesIn(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesIn(schema.in)
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap((option) => namesIn(option))
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
const SETTINGS = new Set([
  ...Object.keys(BACKEND_CHOICES),
  ...[...Object.values(BACKEND_ENVIRONMENT), ...Object.values(SITE_ENVIRONMENT)].flatMap(namesIn),
  ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
])
const unknown = (names: readonly string[]) => names.filter((name) => !SETTINGS.has(name))
const namesOfLines = (text: string) => [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

const Service = z.looseObject({
  image: z.string(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  secrets: z.array(z.string()).default([]),
  build: z.looseObject({ target: z.string(), args: z.record(z.string(), z.string()).default({}) }).optional(),
})
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})
const compose = Compose.parse(parse(read('compose.yaml'), { merge: true }))
const services = Object.entries(compose.services)
const ours = services.filter(([, { image }]) => image.startsWith('alpenlicht-'))
const rolesIn = (values: readonly (string | undefined)[]) =>
  values.flatMap((value) => value?.split(',') ?? []).sort()
const EVERY_ROLE = ['api', ...WORK_ROLES].sort()

describe('compose.yaml', () => {
  test('sets what site and backend read, and nothing else', () => {
    expect(ours.length).toBeGreaterThan(6)
    expect(unknown(ours.flatMap(([, { environment }]) => Object.keys(environment)))).toEqual([])
  })

  test('has every setting in the example, and the example has no other', () => {
    const wanted = [...read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)\}/g)].map(([, name = '']) => name)
    const given = namesOfLines(read('.env.example'))
    expect([...new Set(wanted)].sort()).toEqual([...given].sort())
  })

  test('has a process of every role, and each twice that customers wait for', () => {
    const roles = rolesIn(ours.map(([, { environment }]) => environment['ROLE']))
    expect([...new Set(roles)]).toEqual(EVERY_ROLE)
    expect(roles.filter((role) => role === 'api')).toHaveLength(2)
    expect(ours.filter(([, { image }]) => image.startsWith('alpenlicht-site'))).toHaveLength(2)
  })

  test('hands each secret that is named to the service that names it', () => {
    for (const [name, { environment, secrets }] of services) {
      for (const path of Object.values(environment).filter((value) => value.startsWith('/run/secrets/')))
        expect([name, secrets]).toEqual([name, expect.arrayContaining([basename(path)])])
      for (const secret of secrets) expect(Object.keys(compose.secrets)).toContain(secret)
    }
  })

  test('writes to no root file system, has no capability it was not given, and runs pinned images', () => {
    for (const [name, { read_only, cap_drop, image }] of services) {
      expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']])
      expect(image).toMatch(/:(?:\$\{RELEASE\}|[\w.-]*\d[\w.-]*)$/)
    }
  })

  test('mounts files that are there', () => {
    const mounted = [...read('compose.yaml').matchAll(/^\s+- \.\/([\w./-]+):\//gm)].map(
      ([, path = '']) => path,
    )
    expect(mounted.length).toBeGreaterThan(5)
    expect(mounted.filter((path) => !existsSync(join(FOLDER, path)))).toEqual([])
  })

  test('scrapes every process of the backend', () => {
    const targets = [...read('compose/prometheus.yml').matchAll(/'([\w-]+):4190'/g)].map(([, name]) => name)
    const processes = ours
      .filter(([, { environment }]) => environment['ROLE'] !== undefined)
      .map(([name]) => name)
    expect(targets.sort()).toEqual(processes.sort())
  })
})

test('the images are given what the build of the site reads', () => {
  const taken = [...read('Dockerfile').matchAll(/^ARG (.*)$/gm)].flatMap(([, names = '']) =>
    names.split(' ').map((name) => name.split('=')[0] ?? ''),
  )
  expect(unknown(taken.filter((name) => name !== 'NODE_IMAGE'))).toEqual([])
  const site = ours.find(([name]) => name === 'site-1')?.[1]
  expect(Object.keys(site?.build?.args ?? {}).filter((name) => !taken.includes(name))).toEqual([])
})

const Manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).optional() }),
})
const Pods = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        containers: z.array(
          z.looseObject({
            env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
          }),
        ),
      }),
    }),
  }),
})

describe('kubernetes/', () => {
  const manifests = globSync(join(FOLDER, 'kubernetes/base/*.yaml'))
    .filter((file) => basename(file) !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')))
    .map((document) => Manifest.parse(document.toJS()))
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  const environmentOf = (manifest: unknown) =>
    Pods.parse(manifest).spec.template.spec.containers.flatMap(({ env }) => env)

  test('has a Deployment of every role', () => {
    const roles = deployments.flatMap((deployment) =>
      environmentOf(deployment).filter(({ name }) => name === 'ROLE'),
    )
    expect(rolesIn(roles.map(({ value }) => value))).toEqual(EVERY_ROLE)
  })

  test('sets what site and backend read, and nothing else', () => {
    const set = deployments
      .filter(({ metadata }) => metadata.name !== 'edge')
      .flatMap((deployment) => environmentOf(deployment).map(({ name }) => name))
    expect(set).toContain('DATABASE_URL_FILE')
    expect(unknown([...set, ...namesOfLines(read('kubernetes/example/settings.env'))])).toEqual([])
  })

  test('scales roles that there are, each by its own queue', () => {
    const scaled = parseAllDocuments(read('kubernetes/base/scaling.yaml')).map((document) =>
      document.toString(),
    )
    for (const text of scaled.filter((one) => one.includes('kind: ScaledObject'))) {
      const [name] = /(?<=metadata: \{ name: )\w+/.exec(text) ?? []
      const asked = [...text.matchAll(/where role = '(\w+)'/g)].map(([, role]) => role)
      expect([name, asked]).toEqual([name, [name, name]])
      expect(WORK_ROLES).toContain(name)
    }
  })
})

const nginx = findNginx()
if (nginx === undefined)
  console.log("Left out: nginx's own check of the edge's templates; nginx is not installed.")
else
  test('nginx takes the templates of the edge as its image fills them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'edge-templates-'))
    try {
      const { environment } = compose.services['edge'] ?? { environment: {} }
      const filled: Record<string, string> = {
        ...environment,
        GATEWAY_SECRET: 's'.repeat(32),
        MEDIA_HOST: 'media.example',
      }
      const moved = [
        ['/run/secrets', folder],
        ['/var/cache/nginx', folder],
        // The image's standard output is no file here.
        ['/dev/std', join(folder, 'std')],
      ] as const
      for (const name of ['site', 'media']) {
        const template = read(`nginx/container/${name}.conf.template`)
        const text = template.replaceAll(/\$\{(\w+)\}/g, (_all, variable: string) => {
          const value = filled[variable]
          if (value === undefined) throw new Error(`${variable} is not set`)
          return value
        })
        const here = moved.reduce((all, [from, to]) => all.replaceAll(from, to), text)
        await writeFile(join(folder, `${name}.conf`), here)
      }
      const { certificate, privateKey } = await openOwnCertificate(folder)
      await writeFile(join(folder, 'tls_certificate'), certificate.chain.join(''))
      await writeFile(join(folder, 'tls_key'), privateKey)
      await cp(join(FOLDER, 'nginx/edge'), join(folder, 'edge'), { recursive: true })
      const parts = ['site', 'media'].map((name) => `include ${name}.conf;`).join(' ')
      await writeFile(join(folder, 'nginx.conf'), `pid ${folder}/pid; events {} http { ${parts} }`)
      const { stderr } = await promisify(execFile)(nginx, [
        ...['-t', '-p', folder, '-c', join(folder, 'nginx.conf')],
        ...['-e', join(folder, 'errors')],
      ])
      expect(stderr).toContain('test is successful')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

test('the units of systemd set what site and backend read, and nothing else', () => {
  const units = globSync(join(FOLDER, 'systemd/*.service')).map((file) => readFileSync(file, 'utf8'))
  const set = units
    .flatMap((text) => [...text.matchAll(/^Environment=(.*)$/gm)])
    .flatMap(([, pairs = '']) => pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''))
  expect(units.length).toBe(3)
  // glibc's own.
  expect(unknown(set.filter((name) => name !== 'MALLOC_ARENA_MAX'))).toEqual([])
})
