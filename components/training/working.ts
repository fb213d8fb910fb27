import {
  OPEN_BUNDLE_STATES,
  OPEN_REPAIR_STATES,
  type BundleRepair,
  type BundleState,
} from '#contract/bundles.ts'
import { SELFIE_TAKING_PERSON_STATES, type Person, type PersonState } from '#contract/persons.ts'
import { OPEN_TRAINING_STATES, type Training } from '#contract/training.ts'

export function isTrainingBusy(training: Training | null): training is Training {
  return training !== null && OPEN_TRAINING_STATES.includes(training.state)
}

export function isBundleBusy({ state }: { state: BundleState }): boolean {
  return OPEN_BUNDLE_STATES.includes(state)
}

/** Whether a bundle's repair is running; its headshots stay meanwhile. */
export function isRepairBusy({ repair }: { repair: BundleRepair | null }): boolean {
  return repair !== null && OPEN_REPAIR_STATES.includes(repair.state)
}

/** Whether a person has running work that a page should poll. */
export function isPersonWorking(person: Person): boolean {
  return (
    person.state === 'training' ||
    isTrainingBusy(person.training) ||
    person.bundles.some((bundle) => isBundleBusy(bundle) || isRepairBusy(bundle))
  )
}

/** Whether selfies lead the page: before there is a model. */
export function isCollecting({ state }: { state: PersonState }): boolean {
  return state !== 'trained' && SELFIE_TAKING_PERSON_STATES.includes(state)
}
