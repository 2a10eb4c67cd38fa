/** A server to which an admin uploads installers of up to 2 MiB, over HTTP. */
import { listContents } from './stored-installers.ts'
import { type Session, startTestServer, type TestServer } from './test-server.ts'

export class InstallerSite {
  readonly server: TestServer
  readonly boss: Session
  readonly racer: Session

  private constructor(server: TestServer, { boss, racer }: { boss: Session; racer: Session }) {
    this.server = server
    this.boss = boss
    this.racer = racer
  }

  static async start(): Promise<InstallerSite> {
    const server = await startTestServer({
      env: { ADMIN_LOGINS: 'boss', MAX_INSTALLER_MIB: '2' },
      startsAt: new Date('2026-09-10T12:00:00Z'),
    })
    return new InstallerSite(server, {
      boss: await server.signIn('boss'),
      racer: await server.signIn('racer'),
    })
  }

  async upload(
    content: Uint8Array,
    name: string,
    { headers = this.boss, product }: { headers?: Session; product?: string } = {},
  ) {
    const form = new FormData()
    if (product !== undefined) {
      form.set('product', product)
    }
    form.set('file', new Blob([Buffer.from(content)]), name)
    const response = await fetch(`${this.server.origin}/api/admin/upload`, {
      method: 'POST',
      headers,
      body: form,
    })
    return { status: response.status, body: await response.json() }
  }

  download(name: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.server.origin}/download/${encodeURIComponent(name)}`, { headers })
  }

  latest() {
    return this.server.ask({ method: 'GET', url: '/api/latest-version', headers: this.racer })
  }

  contents() {
    return listContents(this.server.context.db)
  }

  /** The state that a refusal must not change. */
  async state() {
    return { contents: await this.contents(), latest: await this.latest() }
  }
}
