/**
 * The streaming platform as a server on this machine. It answers the three calls of sign-in correctly for
 * the tokens that it issued; a test can script any other answer.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CLIENT_ID = 'rollcall-client-id'
const SCOPE = 'user:read:email'

interface TwitchUser {
  id: string
  login: string
  displayName: string
}

/** Writes any answer, or none. */
export type Answer = (response: ServerResponse) => void
type Call = 'validate' | 'users'

export class FakeTwitch {
  /** Every issued token, so that tests can search for them where none may appear. */
  readonly tokens: string[] = []
  readonly #users = new Map<string, TwitchUser>()
  readonly #scripts = new Map<string, Partial<Record<Call, Answer>>>()
  readonly #calls: { call: Call; token: string }[] = []
  readonly #server = createServer((request, response) => this.#answer(request, response))

  static async start(host = '127.0.0.1'): Promise<FakeTwitch> {
    const twitch = new FakeTwitch()
    await new Promise<void>((done) => twitch.#server.listen(0, host, done))
    return twitch
  }

  get url(): string {
    const { address, port } = this.#server.address() as AddressInfo
    return `http://${address}:${port}`
  }

  /** The environment for a server that uses this platform. */
  get env(): Record<string, string> {
    return {
      TWITCH_CLIENT_ID: CLIENT_ID,
      TWITCH_AUTH_URL: this.url,
      TWITCH_API_URL: this.url,
      PUBLIC_URL: 'http://localhost:0',
      SEASON: '75',
    }
  }

  /** Issues a token for the user with this login. A later token of the same user may have another login. */
  issue(login: string, { id = `id of ${login}`, displayName = login } = {}): string {
    const token = randomBytes(15).toString('hex')
    this.tokens.push(token)
    this.#users.set(token, { id, login, displayName })
    return token
  }

  /** From now on calls with the token get these answers. */
  script(token: string, answers: Partial<Record<Call, Answer>>): void {
    this.#scripts.set(token, answers)
  }

  count(call: Call, token?: string): number {
    return this.#calls.filter((made) => made.call === call && made.token === (token ?? made.token))
      .length
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url)
    const { authorization = '' } = request.headers
    if (url.pathname === '/oauth2/authorize') {
      this.#authorize(url.searchParams, response)
    } else if (url.pathname === '/oauth2/validate') {
      this.#reply('validate', /^OAuth (.*)$/.exec(authorization)?.[1], response)
    } else if (url.pathname === '/helix/users' && request.headers['client-id'] === CLIENT_ID) {
      this.#reply('users', /^Bearer (.*)$/.exec(authorization)?.[1], response)
    } else {
      json({ message: 'not this way' }, 404)(response)
    }
  }

  /** Every visitor with a browser is `browser_guest`. */
  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    const callback = new URL(asked.get('redirect_uri') ?? '')
    callback.hash = new URLSearchParams({
      access_token: this.issue('browser_guest'),
      scope: asked.get('scope') ?? '',
      state: asked.get('state') ?? '',
      token_type: 'bearer',
    }).toString()
    response.writeHead(302, { location: callback.href }).end()
  }

  #reply(call: Call, token: string | undefined, response: ServerResponse): void {
    this.#calls.push({ call, token: token ?? '' })
    const user = this.#users.get(token ?? '')
    const scripted = this.#scripts.get(token ?? '')?.[call]
    const honest =
      user === undefined
        ? json({ status: 401, message: 'invalid access token' }, 401)
        : json(call === 'validate' ? validationOf(user) : { data: [rowOf(user)] })
    const answer = scripted ?? honest
    answer(response)
  }
}

/** The answer of `validate` for a good token. */
export function validationOf({ id, login }: Pick<TwitchUser, 'id' | 'login'>) {
  return {
    client_id: CLIENT_ID,
    login,
    scopes: [SCOPE],
    user_id: id,
    expires_in: 5_000_000,
  }
}

/** The row of `helix/users` for a user. */
export function rowOf({ id, login, displayName }: TwitchUser) {
  return {
    id,
    login,
    display_name: displayName,
    profile_image_url: `https://static-cdn.jtvnw.net/${login}.png`,
    email: `${login}@mail.example`,
  }
}

export const json =
  (body: unknown, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

export const silent: Answer = () => {}

/** A good answer that never ends: a space follows every few milliseconds. */
export const drip =
  (body: unknown): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(JSON.stringify(body))
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
