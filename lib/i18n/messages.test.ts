import { BRAND } from '#contract/brand.ts'
import { GateReason } from '#contract/bundles.ts'
import { ERROR_CODES } from '#contract/errors.ts'
import { LOCALES } from '#contract/locales.ts'
import { RejectReason } from '#contract/selfies.ts'
import { StyleId } from '#contract/styles.ts'
import { expect } from 'expect'
import { createTranslator } from 'next-intl'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeEach, testEach } from '#tests/support/each.ts'

/** Words that read the same in English: the message's path, and the languages that share it. */
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  'styles.blazer.name': ['de', 'it'],
  'shop.look.expression.label': ['fr'],
  'shell.menu': ['fr', 'it'],
  'shell.styles': ['fr'],
  'shell.questions': ['fr'],
  'auth.password': ['it'],
  'persons.new.name': ['de'],
  'persons.one.title': ['de'],
  'persons.one.selfies': ['de', 'fr', 'es'],
  'home.facts.selfies.value': ['fr', 'es'],
  'home.sheet.selfie': ['de', 'fr', 'es', 'it'],
  'upload.queue.label': ['de'],
  'upload.pictureOf': ['de', 'fr', 'es', 'it'],
  'upload.coverage.count': ['fr', 'es'],
  'bundles.gallery.about.file': ['fr'],
  'finishing.pixels': ['fr'],
  'finishing.sheet': ['fr'],
  'finishing.preset.original': ['de', 'fr', 'es'],
  'finishing.preset.cv-france': ['fr'],
  'finishing.archive.format': ['de', 'fr'],
  'account.nav': ['it'],
  'pricing.tier.style': ['fr'],
  'directory.listing.website': ['de'],
  'directory.correction.fields.name': ['de'],
  'directory.correction.fields.website': ['de'],
  'directory.questions.title': ['fr'],
  'directory.sources.title': ['fr'],
  'mails.common.labels.name': ['de'],
  'mails.common.labels.date': ['fr'],
  'mails.common.labels.style': ['fr'],
  'mails.deletion-receipt.labels.selfies': ['de', 'fr', 'es'],
}

/** Of the legal texts. */
const LEGAL_SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  'imprint.contact': ['fr'],
}

type Tree = { [key: string]: string | Tree }

function read(name: string): Tree {
  const parsed: unknown = JSON.parse(
    readFileSync(new URL(`../../messages/${name}.json`, import.meta.url), 'utf8'),
  )
  return parsed as Tree
}

/** A list counts as a tree of its places. */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'string') flat.set(path, value)
    else for (const [inner, text] of flatten(value, path)) flat.set(inner, text)
  }
  return flat
}

/** The texts between matching outer braces. */
function braced(message: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: brace, index } of message.matchAll(/[{}]/g)) {
    if (brace === '{' && depth++ === 0) start = index + 1
    if (brace === '}' && --depth === 0) found.push(message.slice(start, index))
  }
  return found
}

/** Every argument and tag of an ICU message as `name:type`, those inside plural and select branches included. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>()
  for (const [, tag = ''] of message.matchAll(/<(\w+)>/g)) found.add(`${tag}:tag`)
  for (const inside of braced(message)) {
    const [, name = '', type = 'text', rest = ''] =
      /^\s*([\w]+)\s*(?:,\s*(\w+)\s*)?([\s\S]*)$/.exec(inside) ?? []
    found.add(`${name}:${type}`)
    if (type === 'plural' || type === 'select' || type === 'selectordinal') {
      for (const branch of braced(rest)) for (const inner of argumentsOf(branch)) found.add(inner)
    }
  }
  return [...found].sort()
}

type Value = string | number | Date | ((chunks: string) => string)

/** A value for every argument, so that a message can be formatted. */
function valuesFor(message: string): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const argument of argumentsOf(message)) {
    const [name = '', type] = argument.split(':')
    if (type === 'tag') values[name] = (chunks) => chunks
    else if (type === 'date' || type === 'time') values[name] = new Date(0)
    else values[name] = type === 'text' || type === 'select' ? 'x' : 3
  }
  return values
}

const english = read('en')
const model = flatten(english)
const crash = read('crash')

test('the argument reader sees through plural branches', () => {
  expect(argumentsOf('{n, plural, one {ein Bild von {name}} other {# Bilder}} in {time, number}')).toEqual([
    'n:plural',
    'name:text',
    'time:number',
  ])
})

describeEach(LOCALES.map((locale) => ({ locale })))('messages in $locale', ({ locale }) => {
  const tree = read(locale)
  const flat = flatten(tree)

  test('has the keys of the English ones, with the same arguments', () => {
    expect([...flat.keys()].sort()).toEqual([...model.keys()].sort())
    const differing = [...flat].filter(
      ([key, text]) => argumentsOf(text).join() !== argumentsOf(model.get(key) ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  test('every message can be formatted and says something', () => {
    const failures: string[] = []
    const { markup } = createTranslator({
      locale,
      messages: tree,
      onError: (error) => failures.push(error.message),
    }) as { markup: (key: string, values: Record<string, Value>) => string }
    for (const [key, text] of flat)
      if (markup(key, valuesFor(text)).trim() === '') failures.push(`${key} is empty`)
    expect(failures).toEqual([])
  })

  test('has a sentence for every error code, reason and style', () => {
    const has = (namespace: string, key: string) =>
      [...flat.keys()].some(
        (path) => path === `${namespace}.${key}` || path.startsWith(`${namespace}.${key}.`),
      )
    expect(ERROR_CODES.filter((code) => !has('errors', code))).toEqual([])
    expect(RejectReason.options.filter((reason) => !has('selfieReasons', reason))).toEqual([])
    expect(GateReason.options.filter((reason) => !has('headshotReasons', reason))).toEqual([])
    expect(StyleId.options.filter((styleId) => !has('styles', styleId))).toEqual([])
  })

  test('leaves the name of the product to the one constant', () => {
    expect([...flat].filter(([, text]) => text.includes(BRAND))).toEqual([])
  })
})

const others = LOCALES.filter((locale) => locale !== 'en').map((locale) => ({ locale }))

testEach(others)('nothing in $locale was left in English', ({ locale }) => {
  const untranslated = [...flatten(read(locale))].filter(
    ([key, text]) => text === model.get(key) && /\p{L}{2}/u.test(text.replace(/\{[^{}]*\}/g, '')),
  )
  const listed = (key: string) => SAME_AS_ENGLISH[key]?.includes(locale) === true
  expect(untranslated.map(([key]) => key).filter((key) => !listed(key))).toEqual([])
})

testEach([
  ['', SAME_AS_ENGLISH],
  ['legal/', LEGAL_SAME_AS_ENGLISH],
])('the list of equal words in messages/%s names only words that are equal', (folder, list) => {
  const inEnglish = flatten(read(`${folder}en`))
  const stale = Object.entries(list).flatMap(([key, locales]) =>
    locales
      .filter((locale) => flatten(read(`${folder}${locale}`)).get(key) !== inEnglish.get(key))
      .map((locale) => `${key} ${locale}`),
  )
  expect(stale).toEqual([])
})

/** Names a thing once had besides its own: set, style, preview, selfie, refund, a payment at the bank, and what was not found; British spellings. */
const OTHER_NAMES = [
  {
    locale: 'en',
    name: /first proof|your proof|is not here|\bbundles?\b|\banew\b|\bgive back\b|\be-mail|colour|\bgrey\b|recognis|is processing it\b/i,
  },
  {
    locale: 'de',
    name: /Probeabzug|dieses Pakets|diesem Paket|ist nicht hier|\d\} Guthaben\b|Selfis|(der|[Jj]ede[rn]?) (erste|weitere) Stil|(diesen|dieser) Stil|neu (ge)?mach|gleich wie|nicht bestanden/,
  },
  {
    locale: 'fr',
    name: /épreuve|n’est pas ici|^Un avec|(premier|prochain) style|chaque style suivant|vos personnes|rendre (la|une|cette) série|\bthème\b|n’a pas abouti|banque s’(en )?occup/i,
  },
  {
    locale: 'es',
    name: /\bselfis?\b|\bmuestra es|la muestra,|una prueba con|este paquete|no está aquí|(primer|próximo) estilo|cada estilo adicional|\baprobad|en revelado|amistad/i,
  },
  {
    locale: 'it',
    name: /dicitura IPTC|una prova con|questo pacchetto|non è qui|\bLei\b|\bSu[oae]i?\b|\b(Riprovi|Scelga|Acceda|Inserisca|Ricarichi)\b|promoss|superato l’esame|([Pp]rimo|[Pp]rossimo) stile|banca [^.]*occupando|ricev\S+ la ricevuta/,
  },
] as const

testEach(OTHER_NAMES)('a thing has one name in $locale', ({ locale, name }) => {
  const texts = [...flatten(read(locale)), ...flatten(read(`legal/${locale}`))]
  expect(texts.filter(([, text]) => name.test(text))).toEqual([])
})

testEach([
  { locale: 'es', one: /, falta 1$/, more: /, faltan 2$/ },
  { locale: 'it', one: /, ne manca 1$/, more: /, ne mancano 2$/ },
] as const)('the verb goes with the number of missing selfies in $locale', ({ locale, one, more }) => {
  const t = createTranslator({ locale, messages: read(locale) }) as (key: string, values: object) => string
  expect(t('upload.title.few', { count: 3, missing: 1 })).toMatch(one)
  expect(t('upload.title.few', { count: 2, missing: 2 })).toMatch(more)
})

test('no line of French can break before a colon, a question mark or a guillemet', () => {
  const texts = [...flatten(read('fr')), ...flatten(read('legal/fr')), ...flatten(crash.fr as Tree)]
  expect(texts.filter(([, text]) => / [:;?!%»]|« /.test(text))).toEqual([])
})

describeEach(others)('the legal texts in $locale', ({ locale }) => {
  const inEnglish = flatten(read('legal/en'))
  const flat = flatten(read(`legal/${locale}`))
  const links = (text: string) => [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path)

  test('have the sections, values and links of the English ones', () => {
    expect([...flat.keys()]).toEqual([...inEnglish.keys()])
    const differing = [...flat].filter(([key, text]) => {
      const original = inEnglish.get(key) ?? ''
      return (
        text.trim() === '' ||
        argumentsOf(text).join() !== argumentsOf(original).join() ||
        links(text).join() !== links(original).join() ||
        // The anchors, by which other pages lead to a section.
        (key.endsWith('.id') && text !== original)
      )
    })
    expect(differing).toEqual([])
  })

  test('are translated', () => {
    const untranslated = [...flat]
      .filter(([key, text]) => text === inEnglish.get(key) && !key.endsWith('.id') && /\p{L}{2}/u.test(text))
      .map(([key]) => key)
    expect(untranslated.filter((key) => !LEGAL_SAME_AS_ENGLISH[key]?.includes(locale))).toEqual([])
  })
})

test('the legal texts leave the name of the product to the one constant', () => {
  for (const locale of LOCALES)
    expect([...flatten(read(`legal/${locale}`)).values()].filter((text) => text.includes(BRAND))).toEqual([])
})

test('the crash page speaks every language', () => {
  expect(Object.keys(crash)).toEqual([...LOCALES])
  const keys = LOCALES.map((locale) => [...flatten(crash[locale] as Tree).keys()].join())
  expect(new Set(keys).size).toBe(1)
})
