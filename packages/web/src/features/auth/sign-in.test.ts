import { expect, test } from 'vitest'
import { makeAuthorizeUrl } from './sign-in.ts'

const site = { redirectUri: 'https://rollcall.example/auth/callback' }
const way = {
  authorizeUrl: 'https://id.twitch.tv/oauth2/authorize',
  clientId: 'client',
  scope: 'user:read:email',
}
const origin = 'http://127.0.0.1:3000'

test('asks for an implicit grant with the given state', () => {
  const url = new URL(makeAuthorizeUrl({ site, way, state: 'f00d', origin }))
  expect(url.origin + url.pathname).toBe(way.authorizeUrl)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'token',
    client_id: 'client',
    redirect_uri: site.redirectUri,
    scope: 'user:read:email',
    state: 'f00d',
  })
})

test("returns to the page's own origin if the server names no address", () => {
  const url = new URL(makeAuthorizeUrl({ site: { redirectUri: null }, way, state: 's', origin }))
  expect(url.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:3000/auth/callback')
})

test('accepts a path on this server, for practice sign-in', () => {
  const practice = { ...way, authorizeUrl: '/practice-platform/oauth2/authorize' }
  const url = new URL(makeAuthorizeUrl({ site, way: practice, state: 's', origin }))
  expect(url.origin + url.pathname).toBe(`${origin}/practice-platform/oauth2/authorize`)
})
