import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { isLook, type StyleId } from '#contract/styles.ts'
import { repairChanceOf, type RepairableBundle } from './repair-chance.ts'
import type { PastTraining } from './retraining.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute))
const good = (ids: string) => Array.from(ids).map((id) => ({ id, createdAt: at(0) }))
const training = (minute: number, ids: string, needs: PastTraining['needs'] = null) => ({
  id: `at ${minute}`,
  state: 'succeeded' as const,
  needs,
  createdAt: at(minute),
  selfieIds: Array.from(ids),
})
const bundle = (change: Partial<RepairableBundle> = {}): RepairableBundle => ({
  state: 'ready',
  createdAt: at(5),
  frozenAt: null,
  guaranteedUntil: at(50),
  repairs: [],
  styleId: 'library',
  trainingId: null,
  ...change,
})
const repair = (
  state: RepairableBundle['state'],
  failure: RepairableBundle['repairs'][number]['failure'] = null,
  trainingId: string | null = null,
) => ({ repairs: [{ state, failure, createdAt: at(9), trainingId }] })
const MODELS = [training(5, 'abcd')]
const TWO_MODELS = [...MODELS, training(8, 'abcde')]
/** The studio finishes photographs, and looks are generated. */
const promises = {
  of: (styleId: StyleId) => ({
    needs: isLook(styleId) ? ('generates' as const) : ('finishes' as const),
    engines: [],
    cares: [],
    headshotsFrom: () => 12,
  }),
}
const TWO_KINDS = [training(3, 'abcd', 'finishes'), training(4, 'abcde', 'generates')]

testEach([
  ['all selfies are in it', bundle(), MODELS, 'abcd', 0],
  ['one more', bundle(), MODELS, 'abcde', 1],
  ['two in place of others', bundle(), MODELS, 'abef', 2],
  ['a further style had them learned', bundle(), TWO_MODELS, 'abcde', 1],
  ['made of the later model', bundle({ createdAt: at(8) }), TWO_MODELS, 'abcde', 0],
  ['not finished', bundle({ state: 'generating' }), MODELS, 'abcde', undefined],
  ['given back', bundle({ state: 'refunded' }), MODELS, 'abcde', undefined],
  ['held by a bank', bundle({ frozenAt: at(6) }), MODELS, 'abcde', undefined],
  ['the guarantee is over', bundle({ guaranteedUntil: at(10) }), MODELS, 'abcde', undefined],
  ['it was free', bundle({ guaranteedUntil: null }), MODELS, 'abcde', undefined],
  ['it is under way', bundle(repair('queued')), MODELS, 'abcde', undefined],
  ['it was made anew', bundle(repair('ready')), TWO_MODELS, 'abcdef', undefined],
  ['the studio failed', bundle(repair('failed', 'technical')), TWO_MODELS, 'abcde', 1],
  ['it came to less', bundle(repair('failed', 'no_better')), TWO_MODELS, 'abcde', 0],
  ['it came to less, and there are others', bundle(repair('failed', 'no_better')), TWO_MODELS, 'abcdf', 1],
  ['a look had them learned', bundle(), TWO_KINDS, 'abcde', 1],
  ['a look that has learned them', bundle({ styleId: 'blazer' }), TWO_KINDS, 'abcde', 0],
  ['the plan names a model trained later', bundle({ trainingId: 'at 8' }), TWO_MODELS, 'abcde', 0],
  ['the plan names a model of another kind', bundle({ trainingId: 'at 4' }), TWO_KINDS, 'abcdef', 1],
  [
    'it came to less with a model trained later',
    bundle({ trainingId: 'at 5', ...repair('failed', 'no_better', 'at 9') }),
    [...TWO_MODELS, training(9, 'abcdf')],
    'abcdf',
    0,
  ],
])('%s', (_what, one, past, accepted, newSelfieCount) => {
  const chance = repairChanceOf(one, { past, accepted: good(accepted) }, promises, at(10))
  expect(chance?.newSelfieCount).toBe(newSelfieCount)
})
