/** Requests that no client would send: written on the connection as they are, byte by byte. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

interface RawAnswer {
  status: number
  /** By lower-cased name. */
  headers: Readonly<Record<string, string>>
  body: string
}

interface RawRequest {
  method?: string
  /** The Host; the server's own where it is not given. */
  host?: string
  version?: '1.0' | '1.1'
  headers?: readonly string[]
  body?: Buffer
}

/** `target` is what stands between the method and the version of the first line. */
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
