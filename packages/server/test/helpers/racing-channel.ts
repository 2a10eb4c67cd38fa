/** A channel on which tests race. People sign in through the platform, so that they can be renamed. */
import { FakeTwitch } from './fake-twitch.ts'
import { gameUpload, raceFiles } from './game-files.ts'
import { type Session, startTestServer, type TestServer } from './test-server.ts'

type RaceOptions = NonNullable<Parameters<typeof raceFiles>[2]>

export class RacingChannel {
  readonly server: TestServer
  readonly #twitch: FakeTwitch
  readonly #caster: Session

  private constructor(server: TestServer, twitch: FakeTwitch, caster: Session) {
    this.server = server
    this.#twitch = twitch
    this.#caster = caster
  }

  /** The streamer is called `caster`. */
  static async start(): Promise<RacingChannel> {
    const twitch = await FakeTwitch.start()
    const server = await startTestServer({
      env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
      startsAt: new Date('2026-09-01T18:00:00Z'),
    })
    return new RacingChannel(server, twitch, await server.signInWith(twitch.issue('caster')))
  }

  async stop(): Promise<void> {
    await this.server.stop()
    await this.#twitch.stop()
  }

  signIn(login: string, { id = login, displayName = login } = {}): Promise<Session> {
    return this.server.signInWith(this.#twitch.issue(login, { id, displayName }))
  }

  /** Uploads races, each a minute after everything before. The first name wins. */
  async race(
    names: Parameters<typeof raceFiles>[0],
    { times = 1, ...options }: { times?: number } & RaceOptions = {},
  ): Promise<void> {
    for (let played = 0; played < times; played += 1) {
      this.server.clock.advance({ minutes: 1 })
      const files = raceFiles(names, this.server.clock.now(), options)
      await this.server.ask(gameUpload(files, { headers: this.#caster }))
    }
  }
}
