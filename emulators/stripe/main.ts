/** Stripe for development and tests: speaks its protocol, moves no money. `--help` prints the options. */
import { readOptions, refuse } from '#scripts/options.ts'
import { startStripeEmulator, type Hook } from './server.ts'

const HELP = `node emulators/stripe/main.ts [options]

  --port N            the port it listens on, on this machine alone (4242)
  --file PATH         where everything is kept; without it, nothing is
  --secret-key KEY    the only key that is taken; any sk_test_ key without it
  --public-url URL    where browsers reach it, when that is not its own address
  --hook URL=SECRET   an endpoint told of every event, signed with the secret; may be repeated.
                      URL=SECRET=TYPE,TYPE is told of these only

STRIPE_EMULATOR_HOOKS and STRIPE_EMULATOR_SECRET_KEY say the same without showing it to other processes; hooks are
separated by spaces.`

const { values } = readOptions(HELP, {
  options: {
    port: { type: 'string', default: '4242' },
    file: { type: 'string' },
    'secret-key': { type: 'string' },
    'public-url': { type: 'string' },
    hook: { type: 'string', multiple: true, default: [] },
  },
})

function hookOf(written: string): Hook {
  const [url = '', secret = '', types = '*'] = written.split('=')
  if (!URL.canParse(url) || secret === '') refuse(`No hook: '${url}'`)
  return { url, secret, events: types.split(',') }
}

const secretKey = values['secret-key'] ?? process.env.STRIPE_EMULATOR_SECRET_KEY
const written = [...values.hook, ...(process.env.STRIPE_EMULATOR_HOOKS ?? '').split(' ').filter(Boolean)]
const emulator = await startStripeEmulator({
  port: Number(values.port),
  hooks: written.map(hookOf),
  ...(values.file !== undefined && { file: values.file }),
  ...(secretKey !== undefined && { secretKey }),
  ...(values['public-url'] !== undefined && { publicUrl: values['public-url'] }),
})
console.log(`Stripe's protocol at ${emulator.url}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void emulator.close())
