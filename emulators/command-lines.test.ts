import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'expect'
import { root } from '#scripts/start/root.ts'
import { testEach } from '#tests/support/each.ts'

const refused = (why: RegExp) => ({
  status: 1,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^${why.source}\\. --help says what can be asked for\\.\n$`)),
})
const unknown = refused(/Unknown option '--nonsense'/)

// fal's is that of all vendors of pictures.
testEach([
  ['stripe', ['--nonsense'], unknown],
  ['stripe', ['--hook', 'nowhere'], refused(/No hook: 'nowhere'/)],
  ['fal', ['--nonsense'], unknown],
  ['inbox', ['--nonsense'], unknown],
  ['inbox', ['--help'], { status: 0, stdout: expect.stringMatching(/SITE_URL/), stderr: '' }],
  // Without its environment.
  ['inbox', [], refused(/[^]*SITE_URL/)],
] as const)('the emulator %s answers %j in sentences', (name, options, expected) => {
  const ran = spawnSync(process.execPath, [join(root, 'emulators', name, 'main.ts'), ...options], {
    encoding: 'utf8',
    env: { NODE_ENV: 'test' },
  })
  expect(ran).toMatchObject(expected)
})
