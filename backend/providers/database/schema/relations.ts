import { relations } from 'drizzle-orm'
import { retentions } from './account.ts'
import { bundles, headshots } from './bundles.ts'
import { payments } from './payments.ts'
import { persons, previews, selfies } from './persons.ts'
import { trainings } from './training.ts'

/** Relations for queries that read a person with all their rows. */
export const personRelations = relations(persons, ({ many }) => ({
  selfies: many(selfies),
  previews: many(previews),
  trainings: many(trainings),
  bundles: many(bundles),
  retentions: many(retentions),
  payments: many(payments),
}))

export const paymentRelations = relations(payments, ({ one }) => ({
  person: one(persons, { fields: [payments.personId], references: [persons.id] }),
}))

export const selfieRelations = relations(selfies, ({ one }) => ({
  person: one(persons, { fields: [selfies.personId], references: [persons.id] }),
}))

export const previewRelations = relations(previews, ({ one }) => ({
  person: one(persons, { fields: [previews.personId], references: [persons.id] }),
}))

export const trainingRelations = relations(trainings, ({ one }) => ({
  person: one(persons, { fields: [trainings.personId], references: [persons.id] }),
}))

export const bundleRelations = relations(bundles, ({ one, many }) => ({
  person: one(persons, { fields: [bundles.personId], references: [persons.id] }),
  headshots: many(headshots),
}))

export const headshotRelations = relations(headshots, ({ one }) => ({
  bundle: one(bundles, { fields: [headshots.bundleId], references: [bundles.id] }),
}))

export const retentionRelations = relations(retentions, ({ one }) => ({
  person: one(persons, { fields: [retentions.personId], references: [persons.id] }),
}))
