import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Passes TCP connections on to `target`; `cut` breaks all of them and refuses new ones until `mend`. */
export async function startCuttableProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let port = 0
  const open = async () => {
    const server = createServer((client) => {
      const upstream = connect(target.port, target.host)
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        // Broken connections are what it is for.
        socket.on('error', () => undefined)
        socket.on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
      }
      client.pipe(upstream)
      upstream.pipe(client)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    ;({ port } = server.address() as AddressInfo)
    return server
  }
  let server: Awaited<ReturnType<typeof open>> | undefined = await open()
  const cut = async () => {
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    server = undefined
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  return {
    host: '127.0.0.1',
    port,
    cut,
    async mend() {
      server ??= await open()
    },
    close: cut,
  }
}
