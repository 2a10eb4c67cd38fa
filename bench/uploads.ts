/** Uploads of invented channels, like the companion's, prepared in advance so that measuring itself takes little time. */
import type http from 'node:http'

const BOUNDARY = 'rollcall-bench-boundary'

export interface Call {
  path: string
  headers?: http.OutgoingHttpHeaders
  body?: Buffer
}

export function makeForm(path: string, parts: Readonly<Record<string, string>>): Call {
  const lines = Object.entries(parts).flatMap(([name, content]) => [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${name.endsWith('Data') ? '; filename="a.csv"' : ''}`,
    '',
    content,
  ])
  return {
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.from([...lines, `--${BOUNDARY}--`, ''].join('\r\n')),
  }
}

export function eventFile({
  channel,
  racers,
  points,
}: {
  channel: string
  racers: number
  points: number
}): string {
  const share = points / racers
  const lines = Array.from(
    { length: racers },
    (_, index) =>
      `racer_${(index * 7_919) % 100_000},${channel},${share},1,${index % 7},0,0,5,0,3,7.5,0,${share}.25`,
  )
  return [
    'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points',
    ...lines,
    '',
  ].join('\r\n')
}

interface SeasonToUpload {
  channel: string
  season: number
  racers: number
  /** The sum over all racers; a different sum makes a different upload. */
  points: number
}

export function seasonFiles({ channel, season, racers, points }: SeasonToUpload) {
  const lines = Array.from({ length: racers }, (_, index) => {
    const share = Math.floor(points / racers) + (index < points % racers ? 1 : 0)
    const numbers = [share, 1, 20 + (index % 7), 0, 0, 5, 0, 3, 700, 2]
    return [`racer_${(index * 7_919) % 100_000}`, season, channel, ...numbers].join(',')
  })
  const day = new Date().toISOString().slice(0, 10)
  return {
    streamerData: [
      'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day',
      `${channel},${season},${points},400,588,0,554,0,${day}`,
      '',
    ].join('\r\n'),
    viewerData: [
      'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations',
      ...lines,
      '',
    ].join('\r\n'),
  }
}

/** Runs the tasks, `atOnce` at a time. */
export async function runAtOnce(tasks: (() => Promise<void>)[], atOnce: number): Promise<void> {
  const queue = [...tasks]
  const work = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await task()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
