/** Uploads like the companion's, prepared in advance so that measuring itself takes little time. */
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
