import { execFileSync } from 'node:child_process'
import { extraPackage } from '#scripts/extra-packages.ts'
import { root } from '#scripts/start/root.ts'

// npm run kernels [-- OPTIONS]: AssemblyScript's compiler, whose own options may follow, `--help` among them.
const compiler = extraPackage('tools/kernels/compiler', 'assemblyscript/bin/asc.js')
const transform = './studio/kernels/assembly/operators.mjs'
const args = ['--config', 'studio/kernels/asconfig.json', '--transform', transform, ...process.argv.slice(2)]
execFileSync(process.execPath, [compiler, ...args], { cwd: root, stdio: 'inherit' })
