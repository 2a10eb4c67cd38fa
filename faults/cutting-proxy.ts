/** Stands between a companion and the server, and cuts connections in the midst of uploads. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `upload`: after the first bytes of a file. `answer`: the server has the game, and nobody hears of it. */
type Cut = 'upload' | 'answer'

export interface CuttingProxy {
  origin: string
  /** The next upload that comes is cut off. */
  cutNext(how: Cut): void
  isArmed(): boolean
  close(): void
}

export async function startCuttingProxy(serverPort: number): Promise<CuttingProxy> {
  let armed: Cut | null = null
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    let isAnswerCut = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (bytes) => {
      const isUpload = bytes.subarray(0, 60).includes('POST /api/app/upload-mpl-data')
      if (armed !== null && isUpload) {
        isAnswerCut = armed === 'answer'
        if (armed === 'upload') {
          upstream.end(bytes.subarray(0, bytes.length / 2))
          client.destroy()
          armed = null
          return
        }
        armed = null
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isAnswerCut) {
        end()
      } else {
        client.write(bytes)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNext(how) {
      armed = how
    },
    isArmed: () => armed !== null,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
