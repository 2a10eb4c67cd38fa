/** A port for a server that is started in a moment. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

/**
 * Not one of those that a system gives to connections as they are made, by default from 32768: until the
 * server listens there, another program's connection could get it.
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
