/**
 * The streaming platform as a server on this machine: the three calls of sign-in, answered rightly
 * for every token it gave out, or as a test scripts it for one token.
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

/** Writes whatever answer it likes, or none. */
export type Answer = (response: ServerResponse) => void
type Call = 'validate' | 'users'

export class FakeTwitch {
  /** Every token given out, to look for where none may be. */
  readonly tokens: string[] = []
  readonly #users = new Map<string, TwitchUser>()
  readonly #scripts = new Map<string, Partial<Record<Call, Answer>>>()
  readonly #calls: { call: Call; token: string }[] = []
  readonly #server = createServer((request, response) => this.#answer(request, response))

  static async start(): Promise<FakeTwitch> {
    const twitch = new FakeTwitch()
    await new Promise<void>((done) => twitch.#server.listen(0, '127.0.0.1', done))
    return twitch
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The environment of a server that signs in here. */
  get env(): Record<string, string> {
    return {
      TWITCH_CLIENT_ID: CLIENT_ID,
      TWITCH_AUTH_URL: this.url,
      TWITCH_API_URL: this.url,
      PUBLIC_URL: 'http://localhost:0',
      SEASON: '75',
    }
  }

  /** A token of the user, as the platform has them now; a later one may bring another login. */
  issue(login: string, { id = `id of ${login}`, displayName = login } = {}): string {
    const token = randomBytes(15).toString('hex')
    this.tokens.push(token)
    this.#users.set(token, { id, login, displayName })
    return token
  }

  /** From now on the calls about the token are answered so. */
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

  /** Everybody who comes by browser is `browser_guest`. */
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

/** What `validate` says of a good token. */
export function validationOf({ id, login }: Pick<TwitchUser, 'id' | 'login'>) {
  return {
    client_id: CLIENT_ID,
    login,
    scopes: [SCOPE],
    user_id: id,
    expires_in: 5_000_000,
  }
}

/** What `helix/users` says of a user. */
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

/** A good answer whose end never comes: a space every few milliseconds. */
export const drip =
  (body: unknown): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(JSON.stringify(body))
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
