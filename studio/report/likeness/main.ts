import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { likenessDocument } from './document.ts'
import { madeOf } from './engines.ts'
import { readPeople } from './people.ts'
import type { Person } from './people.ts'

const HELP = `npm run likeness -- <folder of people> [--out <file.md>] [--headshots 2]

Compares pictures of people by each descriptor the studio knows, and prints how often it errs.

Every folder within the folder is one person:
  <person>/*.jpg                 pictures of the person alone
  <person>/labels.json           what is known, if anything: { "skin type": "V", "age": "60-69" }
  <person>/made/<engine>/*.jpg   what an engine made of the person, to be measured beside the studio's own
  --out <file.md>                writes what is printed into a file as well
  --headshots <number>           made by the studio of each person, 0 for none; 2 unless given`

/** The parsed order; null after an error, which it prints, and after a call for help. */
function orderOf(args: string[]): { folder: string; out: string | null; headshots: number } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        out: { type: 'string' },
        headshots: { type: 'string', default: '2' },
      },
    })
    const [folder] = positionals
    const headshots = Number(values.headshots)
    if (values.help) console.log(HELP)
    else if (!folder) fail('A folder of people is needed. --help says how it is laid out.')
    else if (!Number.isInteger(headshots) || headshots < 0) fail('--headshots must be a whole number.')
    else return { folder, out: values.out ?? null, headshots }
  } catch (error) {
    fail(`${error instanceof Error ? error.message : String(error)} --help says what can be asked for.`)
  }
  return null
}

/** Progress goes to stderr, because stdout may be redirected to a file; reading takes seconds a picture. */
function tell({ name, pictures }: Person): void {
  console.error(`${name}: ${pictures.length} with a face`)
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

const order = orderOf(process.argv.slice(2))
const people = order
  ? await readPeople(order.folder, tell).catch((error: unknown) => {
      fail(`${order.folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      return []
    })
  : []
if (order && process.exitCode === undefined) {
  if (people.length < 2)
    fail(`${order.folder} holds fewer than two people: every one has a folder within it.`)
  else {
    const document = likenessDocument(people, await madeOf(people, order.headshots))
    console.log(document)
    if (order.out !== null)
      await writeFile(order.out, document).catch(() => fail(`${String(order.out)} cannot be written.`))
  }
}
