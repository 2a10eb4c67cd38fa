/** People who change their names on the platform. Each test has its own people and names. */
import { FakeTwitch } from './fake-twitch.ts'
import { type Session, startTestServer, type TestServer } from './test-server.ts'

export class RenamingPeople {
  readonly server: TestServer
  readonly twitch: FakeTwitch
  round = 0

  static async gather(): Promise<RenamingPeople> {
    const twitch = await FakeTwitch.start()
    const server = await startTestServer({
      env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
      startsAt: new Date('2026-10-01T00:00:00Z'),
    })
    return new RenamingPeople(server, twitch)
  }

  constructor(server: TestServer, twitch: FakeTwitch) {
    this.server = server
    this.twitch = twitch
  }

  /** Starts with new people and new names, in season 75 again. */
  async nextRound(): Promise<void> {
    this.round += 1
    await this.setSeason(75)
  }

  /** The login or platform id for a test's letter or short word. */
  name(word: string): string {
    return `${word}_of_${this.round}`
  }

  /** The word for a name or platform id. */
  wordOf(text: string): string {
    return text.replace(/_of_\d+$/, '')
  }

  async setSeason(season: number): Promise<void> {
    const response = await this.server.call({
      method: 'PUT',
      url: '/api/admin/updateSettings?isConfirmed=true',
      headers: await this.signInBoss(),
      body: { season: String(season) },
    })
    if (response.statusCode !== 200) {
      throw new Error(`the season did not change: ${response.body}`)
    }
  }

  /** An hour passes, then the person signs in under a login. Returns the session and the moment. */
  async signIn(person: string, login: string) {
    this.server.clock.advance({ hours: 1 })
    const token = this.twitch.issue(this.name(login), { id: this.name(person) })
    return { ...(await this.server.signInWith(token)), at: this.server.clock.now() }
  }

  signInBoss(): Promise<Session> {
    return this.server.signInWith(this.twitch.issue('boss', { id: 'the boss' }))
  }

  async leave(): Promise<void> {
    await this.server.stop()
    await this.twitch.stop()
  }
}
