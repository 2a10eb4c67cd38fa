/** Calls of a browser and a companion on a server that listens, for whoever fills one from outside. */
/** The header that proves a session. */
export type SessionHeader = Record<'authorization', string>

/** The companion's two files, as text or as bytes. */
export type FilesToSend = Readonly<Record<'streamerData' | 'viewerData', string | Uint8Array>>

export interface FrontDoor {
  /** Signs in as anybody, by the practice platform. */
  signIn(name: string): Promise<SessionHeader>
  signOut(session: SessionHeader): Promise<void>
  uploadSeason(files: FilesToSend, session: SessionHeader): Promise<void>
}

/** @param origin such as `http://127.0.0.1:3000` */
export function openFrontDoor(origin: string): FrontDoor {
  const post = async (path: string, init: { headers: SessionHeader; body?: FormData }) => {
    const response = await fetch(new URL(path, origin), { method: 'POST', ...init })
    if (!response.ok) {
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    }
    return response
  }
  return {
    async signIn(name) {
      const platformToken = await practiceToken(origin, name)
      const headers = { authorization: `Bearer ${platformToken}` }
      const answer = await (await post('/api/auth/twitch', { headers })).json()
      return { authorization: `Bearer ${(answer as { token: string }).token}` }
    },
    async signOut(headers) {
      await post('/api/auth/logout', { headers })
    },
    async uploadSeason({ streamerData, viewerData }, headers) {
      const body = new FormData()
      body.set('streamerData', blobOf(streamerData), 'streamerdata.csv')
      body.set('viewerData', blobOf(viewerData), 'racerdata.csv')
      await post('/api/app/upload-data', { headers, body })
    },
  }
}

function blobOf(content: string | Uint8Array): Blob {
  return new Blob([typeof content === 'string' ? content : new Uint8Array(content)])
}

/** What the practice platform puts into the fragment with which it sends a browser back. */
async function practiceToken(origin: string, name: string): Promise<string> {
  const grant = new URL('/practice-platform/oauth2/grant', origin)
  grant.search = new URLSearchParams({ name, redirect_uri: `${origin}/auth/callback` }).toString()
  const response = await fetch(grant, { redirect: 'manual' })
  const fragment = new URL(response.headers.get('location') ?? origin).hash.slice(1)
  const token = new URLSearchParams(fragment).get('access_token')
  if (token === null) {
    throw new Error(`practice sign-in as ${name} answered ${response.status}`)
  }
  return token
}
