import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/promtool', '/usr/local/bin/promtool', '/opt/homebrew/bin/promtool']

/** The path of Prometheus' own checker on this machine; undefined where it is not installed. */
export const findPromtool = (): string | undefined => PLACES.find((path) => existsSync(path))
