import type { BundleState } from '#contract/bundles.ts'
import type { Person, PersonState } from '#contract/persons.ts'
import type { Training, TrainingState } from '#contract/training.ts'

const BUSY_TRAINING: readonly TrainingState[] = ['queued', 'starting', 'running']
const BUSY_BUNDLE: readonly BundleState[] = ['paid', 'queued', 'generating']

export function isTrainingBusy(training: Training | null): training is Training {
  return training !== null && BUSY_TRAINING.includes(training.state)
}

export function isBundleBusy({ state }: { state: BundleState }): boolean {
  return BUSY_BUNDLE.includes(state)
}

/** Whether anything is going on for a person that a page should follow. */
export function isPersonWorking(person: Person): boolean {
  return person.state === 'training' || isTrainingBusy(person.training) || person.bundles.some(isBundleBusy)
}

/** Whether selfies can still be added. */
export function takesSelfies(state: PersonState): boolean {
  return state === 'draft' || state === 'uploading' || state === 'ready' || state === 'failed'
}
