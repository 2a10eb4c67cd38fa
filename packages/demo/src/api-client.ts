import { PAGES } from '@rollcall/contract/pages'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'

export type SessionHeader = Record<'authorization', string>

type FilesToSend = Readonly<Record<'streamerData' | 'viewerData', string | Uint8Array>>

export interface ApiClient {
  signIn(name: string): Promise<SessionHeader>
  signOut(session: SessionHeader): Promise<void>
  uploadSeason(files: FilesToSend, session: SessionHeader): Promise<void>
  uploadForm(path: string, form: FormToSend, session: SessionHeader): Promise<void>
  /** With a body, the default method is POST. */
  call<Answer>(
    path: string,
    session: SessionHeader,
    body?: object,
    method?: 'PUT' | 'POST',
  ): Promise<Answer>
}

interface FormToSend {
  /** Text and bytes are sent as CSV, files with their own type. */
  files: Readonly<Record<string, string | Uint8Array | File>>
  fields?: Readonly<Record<string, string>>
}

/** @param origin such as `http://127.0.0.1:3000` */
export function openApiClient(origin: string): ApiClient {
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(new URL(path, origin), init)
    if (!response.ok) {
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    }
    return response
  }
  const post = (path: string, init: { headers: SessionHeader; body?: FormData }) =>
    send(path, { method: 'POST', ...init })
  const uploadForm = async (
    path: string,
    { files, fields = {} }: FormToSend,
    headers: SessionHeader,
  ) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      body.set(name, value)
    }
    for (const [name, content] of Object.entries(files)) {
      if (content instanceof File) {
        body.set(name, content)
      } else {
        body.set(name, makeBlob(content), `${name}.csv`)
      }
    }
    await post(path, { headers, body })
  }
  return {
    async signIn(name) {
      const platformToken = await fetchPracticeToken(origin, name)
      const headers = { authorization: `Bearer ${platformToken}` }
      const answer = await (await post(`/api/auth/${DEFAULT_PLATFORM}`, { headers })).json()
      return { authorization: `Bearer ${(answer as { token: string }).token}` }
    },
    async signOut(headers) {
      await post('/api/auth/logout', { headers })
    },
    uploadSeason: (files, session) => uploadForm('/api/app/upload-data', { files }, session),
    uploadForm,
    async call<Answer>(
      path: string,
      session: SessionHeader,
      body?: object,
      method?: 'PUT' | 'POST',
    ) {
      const response = await send(path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...session, ...(body && { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
      })
      return (await response.json()) as Answer
    },
  }
}

function makeBlob(content: string | Uint8Array): Blob {
  return new Blob([typeof content === 'string' ? content : new Uint8Array(content)])
}

/** Gets the token from the fragment to which the practice platform redirects. */
async function fetchPracticeToken(origin: string, name: string): Promise<string> {
  const grant = new URL('/practice-platform/oauth2/grant', origin)
  grant.search = new URLSearchParams({
    name,
    redirect_uri: origin + PAGES.callback.path,
  }).toString()
  const response = await fetch(grant, { redirect: 'manual' })
  const fragment = new URL(response.headers.get('location') ?? origin).hash.slice(1)
  const token = new URLSearchParams(fragment).get('access_token')
  if (token === null) {
    throw new Error(`practice sign-in as ${name} answered ${response.status}`)
  }
  return token
}
