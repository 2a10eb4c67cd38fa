/** A proxy between a companion and the server that cuts connections during uploads. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `upload` cuts after half of the first bytes; `answer` lets the upload through, but not its answer. */
type Cut = 'upload' | 'answer'

export interface CuttingProxy {
  origin: string
  /** Cuts the next upload. */
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
