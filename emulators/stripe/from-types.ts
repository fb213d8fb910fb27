import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Shape } from './shape.ts'

/** Where the SDK keeps one class for each resource: declared in `.d.ts`, with methods and paths in `.js`. */
const RESOURCES = 'node_modules/stripe/esm/resources'
/** The type that allows any other string: the published values are those the version knows. */
const OPEN_END = 'OtherString'
/** Numbers that may have a fraction: the types do not tell them from integers. */
const FRACTIONS = new Set(['percent_off'])
/** What the SDK's own class of exact decimals is known by. */
const DECIMAL_MEMBERS = ['toFixed', 'isNegative']

/** A path in the SDK's form, with `{id}` for the variable part: `GET /v1/refunds/{id}`. */
type Route = string

/**
 * Reads the parameters of each of `routes` from Stripe's own published types. @throws for a route that the types lack
 */
export function parametersFromTypes(root: string, files: readonly string[], routes: readonly Route[]) {
  const declarations = files.map((file) => join(root, RESOURCES, `${file}.d.ts`))
  const program = ts.createProgram(declarations, {
    strict: true,
    lib: ['lib.es5.d.ts'],
    types: [],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
  })
  const checker = program.getTypeChecker()
  const found = new Map<Route, Shape>()
  for (const [index, declaration] of declarations.entries()) {
    const source = program.getSourceFile(declaration)
    if (!source) throw new Error(`${declaration} is missing`)
    const paths = routesOf(join(root, RESOURCES, `${files[index] ?? ''}.js`))
    for (const { name, type } of methodsOf(source, checker)) {
      const route = paths.get(name)
      if (route !== undefined && routes.includes(route)) found.set(route, shapeOf(type, checker))
    }
  }
  const missing = routes.filter((route) => !found.has(route))
  if (missing.length > 0) throw new Error(`the SDK has no ${missing.join(', ')}`)
  return Object.fromEntries([...routes].sort().map((route) => [route, found.get(route)]))
}

/** The route behind each method of a resource. */
function routesOf(file: string): Map<string, Route> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const routes = new Map<string, Route>()
  const visit = (node: ts.Node, method: string): void => {
    const within = ts.isMethodDeclaration(node) ? node.name.getText() : method
    if (ts.isCallExpression(node) && node.expression.getText().endsWith('_makeRequest')) {
      const [verb, path] = node.arguments
      if (verb && path && ts.isStringLiteral(verb)) routes.set(within, `${verb.text} ${pathOf(path)}`)
    }
    node.forEachChild((child) => visit(child, within))
  }
  visit(source, '')
  return routes
}

function pathOf(node: ts.Expression): string {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) throw new Error(`no path: ${node.getText()}`)
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const given = ts.isCallExpression(expression) ? expression.arguments[0] : expression
    return `{${given?.getText() ?? ''}}${literal.text}`
  })
  return node.head.text + parts.join('')
}

/** Each method of the classes in a file, with the type of its `params`. */
function methodsOf(source: ts.SourceFile, checker: ts.TypeChecker) {
  const methods: { name: string; type: ts.Type }[] = []
  source.forEachChild((node) => {
    if (!ts.isClassDeclaration(node)) return
    for (const member of node.members) {
      if (!ts.isMethodDeclaration(member)) continue
      const params = member.parameters.find((parameter) => parameter.name.getText() === 'params')
      if (params) {
        const type = checker.getNonNullableType(checker.getTypeAtLocation(params))
        methods.push({ name: member.name.getText(), type })
      }
    }
  })
  return methods
}

function shapeOf(type: ts.Type, checker: ts.TypeChecker): Shape {
  if (type.isUnion()) return unionOf(type.types, checker)
  if (type.isStringLiteral()) return { is: 'one of', values: [type.value] }
  if (type.flags & ts.TypeFlags.String) return { is: 'string' }
  if (type.flags & ts.TypeFlags.Number) return { is: 'integer' }
  if (type.flags & ts.TypeFlags.BooleanLike) return { is: 'boolean' }
  if (DECIMAL_MEMBERS.every((name) => checker.getPropertyOfType(type, name))) return { is: 'decimal' }
  const item = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined
  if (item) return { is: 'list', of: shapeOf(item, checker) }
  const values = checker.getIndexTypeOfType(type, ts.IndexKind.String)
  if (values) return { is: 'map', of: shapeOf(values, checker) }
  return membersOf(type, checker)
}

function membersOf(type: ts.Type, checker: ts.TypeChecker): Shape {
  const required: string[] = []
  const members = checker.getPropertiesOfType(type).map((member): [string, Shape] => {
    if (!(member.flags & ts.SymbolFlags.Optional)) required.push(member.name)
    if (FRACTIONS.has(member.name)) return [member.name, { is: 'decimal' }]
    return [member.name, shapeOf(checker.getNonNullableType(checker.getTypeOfSymbol(member)), checker)]
  })
  return {
    is: 'object',
    members: Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(required.length > 0 && { required: required.sort() }),
  }
}

function unionOf(types: readonly ts.Type[], checker: ts.TypeChecker): Shape {
  const values = new Set<string>()
  const others: Shape[] = []
  for (const type of types) {
    if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null) || type.aliasSymbol?.name === OPEN_END)
      continue
    if (type.isStringLiteral()) values.add(type.value)
    else if (!isOpenEnd(type)) others.push(shapeOf(type, checker))
  }
  const isEmptyable = values.delete('')
  if (values.size > 0) others.unshift({ is: 'one of', values: [...values].sort() })
  const distinct = others.filter(
    (shape, index) => others.findIndex((other) => JSON.stringify(other) === JSON.stringify(shape)) === index,
  )
  const [only] = distinct
  const shape: Shape = distinct.length === 1 && only ? only : { is: 'any of', shapes: distinct }
  return isEmptyable ? { ...shape, emptyable: true } : shape
}

/** `string & Record<never, never>`, in any form the checker gives it. */
function isOpenEnd(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String)
}
