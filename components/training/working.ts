import { OPEN_BUNDLE_STATES, type BundleState } from '#contract/bundles.ts'
import { SELFIE_TAKING_PERSON_STATES, type Person, type PersonState } from '#contract/persons.ts'
import { OPEN_TRAINING_STATES, type Training } from '#contract/training.ts'

export function isTrainingBusy(training: Training | null): training is Training {
  return training !== null && OPEN_TRAINING_STATES.includes(training.state)
}

export function isBundleBusy({ state }: { state: BundleState }): boolean {
  return OPEN_BUNDLE_STATES.includes(state)
}

/** Whether anything is going on for a person that a page should follow. */
export function isPersonWorking(person: Person): boolean {
  return person.state === 'training' || isTrainingBusy(person.training) || person.bundles.some(isBundleBusy)
}

/** Whether selfies lead the page: before there is a model. */
export function isCollecting({ state }: { state: PersonState }): boolean {
  return state !== 'trained' && SELFIE_TAKING_PERSON_STATES.includes(state)
}
