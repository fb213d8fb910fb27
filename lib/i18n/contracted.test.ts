import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { contracted } from './contracted.ts'

testEach([
  ['fr', 'Photo professionnelle à Le Havre', 'Photo professionnelle au Havre'],
  ['fr', 'À Les Sables-d’Olonne et alentour', 'Aux Sables-d’Olonne et alentour'],
  ['fr', 'à La Rochelle, à Leipzig, à Lescar, là Le Mans', 'à La Rochelle, à Leipzig, à Lescar, là Le Mans'],
  ['it', 'Foto professionali a Le Havre', 'Foto professionali a Le Havre'],
])('%s: %s', (locale, text, said) => {
  expect(contracted(text, locale)).toBe(said)
})
