import { parseArgs, type ParseArgsConfig } from 'node:util'

/**
 * What a command was asked for. `--help` prints its usage, and what cannot be read is said in a sentence; both end the process.
 */
export function readOptions<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    console.log(usage)
    process.exit()
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Ends a command that was asked for what it cannot do. */
export function refuse(why: string): never {
  console.error(`${why.replace(/\.$/, '')}. --help says what can be asked for.`)
  process.exit(1)
}
