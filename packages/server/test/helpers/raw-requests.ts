/** Requests that no client would send, written to the connection byte by byte. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

interface RawAnswer {
  status: number
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>
  body: string
}

interface RawRequest {
  method?: string
  /** The Host header; by default the server's own. */
  host?: string
  version?: '1.0' | '1.1'
  headers?: readonly string[]
  body?: Buffer
}

/** @param target the part of the first line between method and version */
export async function rawRequest(
  origin: string,
  target: string | Buffer,
  { method = 'GET', host, version = '1.1', headers = [], body }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port, host: own } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const rest = [
    ` HTTP/${version}`,
    `Host: ${host ?? own}`,
    'Connection: close',
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    ...headers,
    '',
    '',
  ].join('\r\n')
  const parts = [Buffer.from(`${method} `), Buffer.from(target), Buffer.from(rest)]
  socket.write(Buffer.concat(body === undefined ? parts : [...parts, body]))
  return parsed(await text(socket))
}

function parsed(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, body: answer.slice(end + 4) }
}
