/** Finds a free port for a server that starts soon. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

/**
 * Stays below the range from which systems choose ports for outgoing connections, by default from 32768. Otherwise
 * such a connection could take the port before the server does.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = net.createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
