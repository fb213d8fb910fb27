import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { isGuessable } from './password.ts'

testEach([
  'password',
  'Password1',
  'P@ssw0rd!',
  'passwort2026',
  '11111111',
  '12121212',
  'abcabcabc',
  '12345678',
  '87654321',
  '0987654321',
  '01011990',
  'abcdefgh',
  'qwertzuiop',
  'Qwertz123',
  'asdfghjkl',
  'azertyuiop',
  'iloveyou',
  'Willkommen1',
  'contraseña',
  'motdepasse!',
  'alpenlicht24',
  'maria.muster',
  'maria.muster99',
])('%s is among the first that anybody tries', (password) => {
  expect(isGuessable(password, 'maria.muster@example.com')).toBe(true)
})

testEach([
  'pass-9f1c0d52-6a17-4d6e',
  'drei Ziegen am Hang',
  'correct horse battery',
  'Zwetschge?Kamm',
  'mx7Kq2vLp9',
  '481516234205',
  'muster im Parkett',
  '漢字漢字かな交じり',
])('%s is not', (password) => {
  expect(isGuessable(password, 'maria.muster@example.com')).toBe(false)
})
