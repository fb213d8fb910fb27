import { expect } from 'expect'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Read as a whole and by property, not by a translator; there a key counts as used where its last part is read. */
const READ_BY_PROPERTY = [
  'directory',
  'headshotAdvice',
  'verify',
  'processing',
  'status',
  'consent',
  'meta',
  'receiptPdf',
  'mails',
  'errors',
]
const root = fileURLToPath(new URL('../..', import.meta.url))
const WILDCARD = '[\\w-]+'

type Tree = { [key: string]: string | Tree }

function keysOf(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )
}

interface Source {
  /** What translators are asked for here. */
  namespaces: Set<string>
  literals: Set<string>
  templates: RegExp[]
  /** Namespaces of translators that are given a key which only runs know. */
  open: Set<string>
}

/** All there is in the sources: texts, and names of variables and properties. */
const texts = new Set<string>()
const names = new Set<string>()

/** The namespace of `useTranslations('x')` and its kin; undefined for any other call. */
function namespaceOf(node: ts.Node): string | undefined {
  const call = ts.isAwaitExpression(node) ? node.expression : node
  if (!ts.isCallExpression(call) || !/(?:Translations|Translator)$/.test(call.expression.getText())) return
  const [first] = call.arguments
  if (first && ts.isStringLiteralLike(first)) return first.text
  const named =
    first && ts.isObjectLiteralExpression(first)
      ? first.properties.find((property) => property.name?.getText() === 'namespace')
      : undefined
  return named && ts.isPropertyAssignment(named) && ts.isStringLiteralLike(named.initializer)
    ? named.initializer.text
    : ''
}

function templateOf(node: ts.TemplateExpression): RegExp | undefined {
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  if (!parts.every((part) => /^[\w.-]*$/.test(part)) || parts.every((part) => !/\w/.test(part))) return
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join(WILDCARD)}$`)
}

function read(path: string): Source {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind)
  const source: Source = {
    namespaces: new Set(),
    literals: new Set(),
    templates: [],
    open: new Set(),
  }
  const translators = new Map<string, string>()
  const visit = (node: ts.Node): void => {
    const namespace = namespaceOf(node)
    if (namespace !== undefined) {
      source.namespaces.add(namespace)
      if (ts.isVariableDeclaration(node.parent)) translators.set(node.parent.name.getText(), namespace)
    }
    if (ts.isCallExpression(node)) {
      const callee = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.expression
        : node.expression
      const [key] = node.arguments
      const isKnown = key && (ts.isStringLiteralLike(key) || ts.isTemplateExpression(key))
      const of = translators.get(callee.getText())
      if (of !== undefined && key && !isKnown) source.open.add(of)
    }
    if (ts.isStringLiteralLike(node)) source.literals.add(node.text)
    if (ts.isTemplateExpression(node)) source.templates.push(...[templateOf(node) ?? []].flat())
    if (ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  for (const literal of source.literals) texts.add(literal)
  return source
}

test('every message is said somewhere', () => {
  const sources = globSync('{app,components,lib,backend,contract}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.(?:test|fixture)\./.test(path))
    .map((path) => read(`${root}/${path}`))
  const isSaid = (key: string) => {
    const parts = key.split('.')
    return sources.some(({ namespaces, literals, templates, open }) =>
      parts.some((_, at) => {
        const namespace = parts.slice(0, at).join('.')
        const rest = parts.slice(at).join('.')
        if (!namespaces.has(namespace)) return false
        return (
          literals.has(rest) ||
          templates.some((template) => template.test(rest)) ||
          (open.has(namespace) && texts.has(rest))
        )
      }),
    )
  }
  const isWhole = (key: string) =>
    texts.has(key) || sources.some(({ templates }) => templates.some((template) => template.test(key)))
  const isRead = (key: string) => {
    const [first = '', last = ''] = [key.split('.')[0], key.split('.').at(-1)]
    return READ_BY_PROPERTY.includes(first) && (names.has(last) || texts.has(last))
  }
  const english = JSON.parse(readFileSync(`${root}/messages/en.json`, 'utf8')) as Tree
  expect(keysOf(english).filter((key) => !isSaid(key) && !isWhole(key) && !isRead(key))).toEqual([])
})
