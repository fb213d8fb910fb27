import { createServer } from 'node:net'

/** All parts listen here: the embedded product is for this machine only. */
export const LOCAL_HOST = '127.0.0.1'

const PORTS_TRIED = 200

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/**
 * A browser may resolve `localhost` to ::1 or to 127.0.0.1, and another program may listen on either or on all
 * addresses: the port is free only when no program listens on any of them.
 */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of [LOCAL_HOST, '::1', '0.0.0.0', '::']) {
    if (!(await canListen(port, host))) return false
  }
  return true
}

export interface PortWish {
  name: string
  port: number
}

export interface PortChoice extends PortWish {
  /** The port that was wanted and taken by another program. */
  taken?: number
}

/** The preferred port of each part, or the next free one after it. Sequential, so that no two parts get the same. */
export async function choosePorts(wishes: readonly PortWish[]): Promise<PortChoice[]> {
  const chosen = new Set<number>()
  const choices: PortChoice[] = []
  for (const { name, port: wanted } of wishes) {
    let port = wanted
    while (chosen.has(port) || !(await isPortFree(port))) {
      port += 1
      if (port >= wanted + PORTS_TRIED || port > 65_535) {
        throw new Error(`No free port for ${name} between ${wanted} and ${port - 1}.`)
      }
    }
    chosen.add(port)
    choices.push(port === wanted ? { name, port } : { name, port, taken: wanted })
  }
  return choices
}
