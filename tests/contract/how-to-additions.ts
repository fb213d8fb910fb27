/** A change of one file: new text in it, or a new file. */
export type Addition =
  | { file: string; after: string; add: string }
  | { file: string; from: string; to: string }
  | { file: string; create: string }
  | { file: string; copyOf: string }

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const
const inMessages = (after: string, add: string): Addition[] =>
  LANGUAGES.map((locale) => ({ file: `messages/${locale}.json`, after, add }))

/** One of each kind, as little as it can be, by the headings of docs/how-to.md. */
export const ADDITIONS: Readonly<Record<string, readonly Addition[]>> = {
  'A call': [
    {
      file: 'contract/feedback.ts',
      after: 'export const feedbackEndpoints = {',
      add: `addedCall: defineEndpoint({
        method: 'GET', path: '/feedback/added', aliases: [], auth: 'verified', rate: 'read',
        summary: 'Added', query: personQuery, response: found, errors: ['person_not_found'],
      }),`,
    },
    {
      file: 'backend/features/feedback/feedback-service.ts',
      after: '  const { queries } = database\n  return {',
      add: 'added: (): Promise<{ feedback: Feedback | null }> => Promise.resolve({ feedback: null }),',
    },
    {
      file: 'backend/features/feedback/feedback-feature.ts',
      after: '    handlers: {',
      add: 'addedCall: () => feedback.added(),',
    },
    {
      file: 'components/feedback/use-feedback.ts',
      after: "/** The user's feedback on one subject",
      add: `*/
      export const useAdded = (personid: string) => useEndpoint('addedCall', { query: { personid } })
      /** `,
    },
  ],
  'A screen': [
    ...inMessages('{', '"added": { "title": "Added" },'),
    {
      file: 'components/NAME/NAME-page.tsx',
      create: `'use client'
        import { useTranslations } from 'next-intl'
        export function AddedPage() { return <h1>{useTranslations('added')('title')}</h1> }`,
    },
    {
      file: 'app/[locale]/(product)/NAME/page.tsx',
      create: `import { AddedPage } from '#components/NAME/NAME-page.tsx'
        export default function Added() { return <AddedPage /> }`,
    },
    {
      file: 'lib/session/sections.ts',
      after: 'export const GUARDED_SECTIONS = {',
      add: "added: { audience: 'verified' },",
    },
    { file: 'middleware.ts', from: '(persons|', to: '(added|persons|' },
    {
      file: 'docs/screens.md',
      after: '|---|---|---|\n',
      add: '| `/NAME` | `NAME/NAME-page` | whole: `NAME.spec` |\n',
    },
    {
      file: 'tests/e2e/NAME.spec.ts',
      create: "import { test } from '@playwright/test'\ntest('added', () => {})",
    },
  ],
  'A job': [
    {
      file: 'backend/jobs/catalogue.ts',
      after: 'export const jobs = {',
      add: `'added-job': {
        payload: z.object({ personId: z.uuid() }),
        role: 'mail', retryLimit: 1, retryDelaySeconds: 1, deadlineSeconds: MINUTE, concurrency: 1,
      },`,
    },
    {
      file: 'backend/features/feedback/feedback-service.ts',
      after: '  const { queries } = database\n  return {',
      add: 'work: (_personId: string): Promise<void> => Promise.resolve(),',
    },
    {
      file: 'backend/features/feedback/feedback-feature.ts',
      after: '  return {',
      add: `work: () => ({
        jobs: { 'added-job': { run: ({ personId }) => feedback.work(personId), async giveUp() {} } },
      }),
      schedule: { 'added-job': '7 * * * *' },`,
    },
    { file: 'docs/jobs.md', after: '|---|---|---|\n', add: '| added | `added-job` | nothing |\n' },
  ],
  'A style': [
    { file: 'contract/styles.ts', after: 'export const StudioStyleId = z.enum([', add: "'added-style'," },
    {
      file: 'contract/styles.ts',
      after: 'Readonly<Record<StyleId, PriceTier>> = {',
      add: "'added-style': 'sg_099',",
    },
    { file: 'studio/scene/styles.ts', after: 'export const STYLE_IDS = [', add: "'added-style'," },
    {
      file: 'studio/scene/studio-sets.ts',
      after: 'export const STUDIO_SETS = {',
      add: `'added-style': {
        name: 'Added',
        scene: { kind: 'studio', colour: [0.5, 0.5, 0.5], falloff: 0.3, pool: 0.6, mottling: 0.03, most: 1.2 },
        light: { key: 0.8, azimuthDeg: 40, elevationDeg: 30, wrap: 0.1, rim: 0.1 },
        headShare: 0.5,
        grade: { contrast: 0.1, saturation: 0.9, warmth: 0, exposureEv: 0, vignette: 0.1, grain: 0.006 },
      },`,
    },
    ...inMessages('  "styles": {', '"added-style": { "name": "Added", "description": "Added." },'),
    {
      file: 'backend/providers/engine/generated-shots.ts',
      after: 'const PLACES: Readonly<Record<StyleId, string>> = {',
      add: "'added-style': 'added',",
    },
    {
      file: 'components/marketing/pictures.json',
      after: '"styles": {',
      add: `"added-style": {
        "name": "added", "colour": "#6a5548", "selfie": { "name": "added-selfie", "colour": "#836f5e" }
      },`,
    },
  ],
  'A language': [
    { file: 'contract/locales.ts', from: "'it']", to: "'it', 'NAME']" },
    { file: 'contract/money.ts', after: 'Readonly<Record<Locale, Currency>> = {', add: "NAME: 'EUR'," },
    { file: 'messages/NAME.json', copyOf: 'messages/it.json' },
    { file: 'messages/legal/NAME.json', copyOf: 'messages/legal/it.json' },
    {
      file: 'messages/crash.json',
      after: '{',
      add: '"NAME": { "title": "", "body": "", "retry": "", "home": "", "reference": "" },',
    },
    {
      file: 'lib/i18n/request.ts',
      after: 'Promise<{ default: Messages }>>> = {',
      add: "NAME: () => import('#messages/NAME.json'),",
    },
    {
      file: 'lib/legal/texts.ts',
      after: 'Promise<{ default: LegalTexts }>>> = {',
      add: "NAME: () => import('#messages/legal/NAME.json'),",
    },
    { file: 'middleware.ts', from: 'en|de|fr|es|it', to: 'en|de|fr|es|it|NAME' },
    ...['backend/features/mail/mail-words.ts', 'tests/support/messages.ts'].flatMap((file): Addition[] => [
      { file, from: 'import de from', to: "import NAME from '#messages/NAME.json'\nimport de from" },
      { file, from: ', it }', to: ', it, NAME }' },
    ]),
    {
      file: 'backend/features/discounts/discount-sentence.ts',
      from: 'import de from',
      to: "import NAME from '#messages/NAME.json'\nimport de from",
    },
    {
      file: 'backend/features/discounts/discount-sentence.ts',
      after: '  it: it.errors,',
      add: 'NAME: NAME.errors,',
    },
    {
      file: 'backend/features/processing/agreement-content.ts',
      after: 'Promise<{ default: LegalTexts }>>> = {',
      add: "NAME: () => import('#messages/legal/NAME.json', { with: { type: 'json' } }),",
    },
    { file: 'components/finishing/suggested-presets.ts', after: "  it: 'IT',", add: 'NAME: null,' },
  ],
  'An engine': [
    {
      file: 'backend/config/engines.ts',
      after: 'export const ENGINE_SETTINGS = {',
      add: "added: z.object({}).transform(() => ({ kind: 'added' as const })),",
    },
    {
      file: 'backend/providers/engine/NAME/engine.ts',
      create: `import type { ProfiledEngine } from '#backend/providers/engine/engine-port.ts'
        export const createAddedEngine = (): ProfiledEngine => { throw new Error('added') }`,
    },
    {
      file: 'backend/providers/engine/NAME/outlook.ts',
      create: `import type { EngineOutlook } from '#backend/providers/engine/engine-port.ts'
        export const addedOutlook: EngineOutlook = {
          profile: {
            name: 'added',
            can: {
              generates: true, trains: true, references: 0, inFlight: null,
              sizes: { least: 1024, most: 1024, step: 1 },
            },
            where: {
              region: 'own', subProcessor: null,
              keeps: { selfies: 0, models: 'until_deleted', pictures: 0 },
            },
            licence: { name: 'own', allowsCommercialUse: true },
          },
          headshotsFrom: () => 0,
          cares: [],
        }`,
    },
    {
      file: 'backend/compose-ports.ts',
      after: '      return replicateOutlook',
      add: "case 'added':\n return addedOutlook",
    },
    {
      file: 'backend/compose-ports.ts',
      after: "    case 'studio':",
      add: "case 'added':",
    },
    {
      file: 'backend/compose-ports.ts',
      from: 'import { studioOutlook }',
      to: "import { addedOutlook } from './providers/engine/NAME/outlook.ts'\nimport { studioOutlook }",
    },
    {
      file: 'backend/compose-engine.ts',
      after: '  switch (config.kind) {',
      add: `case 'added':
        return { engine: createAddedEngine() }`,
    },
    {
      file: 'backend/compose-engine.ts',
      from: 'import { createStudioEngine }',
      to: "import { createAddedEngine } from './providers/engine/NAME/engine.ts'\nimport { createStudioEngine }",
    },
  ],
  'A mail': [
    { file: 'contract/mails.ts', after: 'export const MailTemplate = z.enum([', add: "'added-mail'," },
    ...inMessages('  "mails": {', '"added-mail": { "subject": "Added" },'),
    {
      file: 'backend/features/mail/templates/data.ts',
      after: 'export const dataTemplates = {',
      add: `'added-mail': defineTemplate(z.object({}), (_data, { say }) => ({
        subject: say('mails.added-mail.subject'), preheader: '', heading: '', paragraphs: [],
      })),`,
    },
    {
      file: 'scripts/mails/examples.ts',
      after: 'readonly MailData<T>[] } = {',
      add: "'added-mail': [{}],",
    },
  ],
}
