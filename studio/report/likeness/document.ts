import { LIKENESS, SECOND_LIKENESS, STRETCH } from '#studio/gate/limits.ts'
import { figure, rangeOf } from '#studio/report/statistics.ts'
import { enginePairs, groupsOf, limitOf, pairsOf, variantPairs } from './compare.ts'
import type { Pairs } from './compare.ts'
import type { Made } from './engines.ts'
import { DESCRIPTORS } from './people.ts'
import type { DescriptorName, Person } from './people.ts'
import { acceptedAt, areaUnderCurve, boundsOf, independentOf, refusedAt } from './rates.ts'
import type { Rate } from './rates.ts'
import { VARIANTS } from './variants.ts'

/** Everything the bench found, as Markdown. */
export function likenessDocument(people: readonly Person[], made: readonly Made[]): string {
  const pictures = people.reduce((sum, person) => sum + person.pictures.length, 0)
  const faceless = people.flatMap((person) => person.faceless.map((file) => `${person.name}/${file}`))
  const several = people.filter((person) => person.pictures.length > 1).length
  return [
    '# Likeness, measured',
    `${counted(pictures, 'picture')} of ${counted(people.length, 'person', 'people')}, ${several} of them with more than one.` +
      (faceless.length > 0 ? ` Without a face, left out: ${faceless.join(', ')}.` : ''),
    ...DESCRIPTORS.flatMap((by) => describeBy(people, made, by)),
    ...gateLimits(),
    HOW_LITTLE,
    '',
  ].join('\n\n')
}

/** The limits in force, which these figures can be held against. */
function gateLimits(): string[] {
  const limits = (name: string, { leastNeeded, mostNeeded, slack }: Record<string, number>, grey: string) => [
    name,
    ...[leastNeeded, mostNeeded, slack].map((value = NaN) => figure(value)),
    grey,
  ]
  const share = (value: number) => `${(100 * value).toFixed(1)} %`
  return [
    '## What the gate asks',
    `A headshot must come as near to the mean of the person's selfies as the least typical of them comes to the mean of the others, less a slack, and within bounds that are the same for everybody.`,
    table(
      ['', 'asked at least', 'asked at most', 'slack', 'without colour'],
      [
        limits('faceres', LIKENESS, `${figure(LIKENESS.colourless)} less`),
        limits('dlib', SECOND_LIKENESS, 'the same'),
      ],
    ),
    `Proportions apart: a face may be ${share(STRETCH.own)} wider or narrower than in the selfie it was made from; where that selfie is not known, as much as the person's selfies are against one another and ${share(STRETCH.slack)} more, up to ${share(STRETCH.others)}.`,
  ]
}

function describeBy(people: readonly Person[], made: readonly Made[], by: DescriptorName): string[] {
  const pairs = pairsOf(people, by)
  const limit = limitOf(pairs, by)
  const origin = by === 'faceres' ? "the gate's least" : 'of equal error on these very pictures'
  const engines = [...new Set(made.map(({ engine }) => engine))].sort()
  return [
    `## ${by}, limit ${figure(limit)} (${origin})`,
    table(HEAD, [
      row('pictures as they came', pairs, limit, figure(areaUnderCurve(pairs.genuine, pairs.impostor), 4)),
    ]),
    `Variants of each picture, compared with the other pictures as they came. "Own" is the cosine of the variant and its own original.`,
    table(
      [...HEAD.slice(0, -1), 'own: least / median', 'no face'],
      VARIANTS.map((variant) => {
        const changed = variantPairs(people, variant, by)
        const own = rangeOf(changed.own)
        return [
          ...row(variant, changed, limit, '').slice(0, -1),
          `${figure(own.least)} / ${figure(own.median)}`,
          String(changed.lost),
        ]
      }),
    ),
    "What engines made, against the mean of the person's pictures it was not made from (the studio's) or of all (others'), and of everybody else's.",
    table(
      [...HEAD.slice(0, -1), 'no face'],
      engines.map((engine) => {
        const own = made.filter((one) => one.engine === engine)
        const lost = own.filter(({ described }) => !described).length
        return [...row(engine, enginePairs(own, people, by), limit, '').slice(0, -1), String(lost)]
      }),
    ),
    ...labelTables(people, by, limit),
  ]
}

function labelTables(people: readonly Person[], by: DescriptorName, limit: number): string[] {
  const groups = groupsOf(people)
  if (groups.length === 0)
    return [
      'No person has a `labels.json`: nothing is said by skin type or age, and nothing may be concluded.',
    ]
  return [
    'By label, strangers within the same label:',
    table(
      HEAD,
      groups.map(({ label, people: members }) => {
        const pairs = pairsOf(members, by)
        return row(
          `${label} (${members.length})`,
          pairs,
          limit,
          figure(areaUnderCurve(pairs.genuine, pairs.impostor), 4),
        )
      }),
    ),
  ]
}

const HEAD = [
  '',
  'one person: pairs, least / median / most',
  'strangers: pairs, least / median / most',
  'own refused, 95 %',
  'strangers accepted, 95 %',
  'area under curve',
]

function row(name: string, { genuine, impostor }: Pairs, limit: number, area: string): string[] {
  const spread = (pairs: Pairs['genuine']): string => {
    const { count, least, median, most } = rangeOf(pairs.map(({ cosine }) => cosine))
    return `${count}: ${figure(least)} / ${figure(median)} / ${figure(most)}`
  }
  return [
    name,
    spread(genuine),
    spread(impostor),
    rate(refusedAt(genuine, limit), independentOf(genuine)),
    rate(acceptedAt(impostor, limit), independentOf(impostor)),
    area,
  ]
}

function rate(counts: Rate, independent: number): string {
  const { share, from, to } = boundsOf(counts, independent)
  if (Number.isNaN(share)) return '–'
  return `${percent(share)} (${percent(from)}–${percent(to)})`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.'
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const HOW_LITTLE = `## How little this proves

- An interval counts each person, or each pair of people, once: pictures of one person err together. With ten people, none
  wrong still means that up to 28 % may be.
- A limit found on these pictures is too kind to them. One that is to be trusted is found on some people and tried on others.
- Whom the folder shows decides the figures: portraits made by professionals in good light are easier than selfies, and
  people who look alike, relatives above all, are hardly ever in such a folder.
- A label with few people says nothing about others of that label; that no difference is seen does not mean there is none.
- A squeezed or relit picture that still counts as its person's shows what a descriptor does not see. Proportions are
  judged apart from it.
- The studio finishes photographs: what it makes resembles its source more than a generator's picture can. The studio's row
  and that of an engine whose pictures lie in the folder answer different questions.
- What the descriptors were trained on is documented for neither in full. No figure here is a proof of identity.`
