/** A thread that passes on what comes to its port, each way a little later. */
import net from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

const { toPort, delayMs } = workerData as { toPort: number; delayMs: number }

const relay = net.createServer((from) => {
  const to = net.connect(toPort, '127.0.0.1')
  passOn(from, to)
  passOn(to, from)
})

function passOn(from: net.Socket, to: net.Socket): void {
  from.setNoDelay(true)
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), delayMs))
  from.on('error', () => {})
  from.on('close', () => to.destroy())
}

relay.listen(0, '127.0.0.1', () =>
  parentPort?.postMessage((relay.address() as net.AddressInfo).port),
)
