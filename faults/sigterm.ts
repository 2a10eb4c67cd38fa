import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { listRunningOn } from '@rollcall/server/testing/database-processes'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { makeSeason, seasonUpload } from '@rollcall/server/testing/season-files'
import { checkStored } from './check-stored.ts'
import { type Fault, type FaultPlace, must, PATIENCE, pause, readCount } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const MAX_STOP_MS = 10_000
const IN_FLIGHT = 5

export const sigterm: Fault = {
  name: 'sigterm',
  promise: 'SIGTERM under load: requests in flight finish, then a clean exit within 10 s',
  run: (place) => stopAll(place, 'SIGTERM'),
}

export const ctrlC: Fault = {
  name: 'ctrl-c',
  promise: 'Ctrl-C, which reaches the whole process group: the same, and the database ends last',
  run: (place) => stopAll(place, 'Ctrl-C'),
}

async function stopAll({ directory, progress }: FaultPlace, how: 'SIGTERM' | 'Ctrl-C') {
  const times = readCount('FAULT_STOPS', 10)
  const dataDir = path.join(directory, 'data')
  const load = new FaultLoad()
  let slowestMs = 0
  for (let time = 1; time <= times; time += 1) {
    const server = await startServer({ dataDir, port: await findFreePort() })
    if (time === 1) await load.join(server.origin, ['ada', 'grace'])
    const ms = await stopUploading(server, load, how)
    const left = listRunningOn(dataDir)
    must(left.length === 0, `Left running: ${left.join('; ')}`)
    slowestMs = Math.max(slowestMs, ms)
    progress(`${time} of ${times}`)
  }
  await checkStored(load, { dataDir })
  return `${times} times: ${times * IN_FLIGHT} uploads in flight answered 200, exit code 0 after ${(slowestMs / 1000).toFixed(1)} s at most; ${load.uploads} other uploads acknowledged, 0 lost`
}

/** Stops the server during uploads; returns how long it took. */
export async function stopUploading(
  server: ServerProcess,
  load: FaultLoad,
  how: 'SIGTERM' | 'Ctrl-C',
): Promise<number> {
  const [ada] = load.streamers
  must(ada !== undefined, 'a streamer')
  let isOver = false
  const playing = load.play(server.origin, {
    isOver: () => isOver,
    onAnswer({ status, error }) {
      // A stopping server accepts no connections, and may answer 503 on those it has or close them.
      const isAllowed = status === 200 || (isOver && (status === 0 || status === 503))
      must(isAllowed, `An upload was answered ${status}: ${error}`)
    },
  })
  playing.catch(() => {})
  // The server has the first half of each slow upload and has asked for the rest.
  const slow = await Promise.all(
    Array.from({ length: IN_FLIGHT }, (_, index) =>
      startSlowUpload(server.origin, { headers: ada.session, name: ada.name, index }),
    ),
  )
  isOver = true
  const stopping = server.stop(how)
  await pause(100)
  const statuses = await Promise.all(slow.map((upload) => upload.finish()))
  must(
    statuses.every((status) => status === 200),
    `In flight at ${how}, answered ${statuses.join()}: ${server.output()}`,
  )
  const { code, ms } = await stopping
  must(code === 0, `It ended with ${code}: ${server.output()}`)
  must(ms < MAX_STOP_MS * PATIENCE, `It took ${ms.toFixed(0)} ms to end`)
  await playing
  return ms
}

/** Sends the first half of an upload to a separate season. */
async function startSlowUpload(
  origin: string,
  { headers, name, index }: { headers: { authorization: string }; name: string; index: number },
): Promise<{ finish(): Promise<number | undefined> }> {
  const made = seasonUpload(makeSeason({ channel: name, season: 70 - index }), { headers })
  const payload = made.payload as Buffer
  const request = http.request(new URL(String(made.url), origin), {
    method: 'POST',
    agent: false,
    headers: {
      ...(made.headers as Record<string, string>),
      'content-length': payload.length,
      expect: '100-continue',
    },
  })
  const answered = once(request, 'response')
  answered.catch(() => {})
  request.flushHeaders()
  await once(request, 'continue')
  const half = Math.floor(payload.length / 2)
  await new Promise((resolve) => request.write(payload.subarray(0, half), resolve))
  return {
    async finish() {
      request.end(payload.subarray(half))
      const [response] = (await answered) as [http.IncomingMessage]
      response.resume()
      return response.statusCode
    },
  }
}
