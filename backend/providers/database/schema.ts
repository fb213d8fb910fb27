/** Every table; one file per subject. */
export * from './schema/bundles.ts'
export * from './schema/cursors.ts'
export * from './schema/payments.ts'
export * from './schema/persons.ts'
export * from './schema/relations.ts'
export * from './schema/sharing.ts'
export * from './schema/training.ts'
export * from './schema/users.ts'
