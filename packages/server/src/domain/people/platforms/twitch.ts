/** Sign-in with Twitch: where it is, which calls it has, and what its answers mean. */
import { normalLogin } from '@rollcall/scoring/racer'
import { z } from 'zod'
import {
  askPlatform,
  type Platform,
  type PlatformAccess,
  type Refusal,
  refused,
} from './platform.ts'

export const TWITCH_SCOPE = 'user:read:email'
const AUTHORIZE = '/oauth2/authorize'

/** RFC 6750, 2.1; we send nothing else to the platform. */
const TOKEN = /^[\w.~+/=-]{1,2000}$/

const Validation = z.object({
  client_id: z.string(),
  login: z.string().min(1),
  scopes: z.array(z.string()),
  user_id: z.string().min(1),
  expires_in: z.number().positive(),
})

const Users = z.object({
  data: z.tuple([
    z.object({
      id: z.string(),
      login: z.string().min(1).max(512),
      display_name: z.string(),
      profile_image_url: z.string().max(2_000),
    }),
  ]),
})

type Validated = { kind: 'valid'; platformUserId: string } | Refusal

export function connectTwitch({ clientId, timeoutMs, ...given }: PlatformAccess): Platform {
  const { authUrl = () => 'https://id.twitch.tv', apiUrl = () => 'https://api.twitch.tv' } = given

  async function validateToken(token: string): Promise<Validated> {
    if (!TOKEN.test(token)) {
      return refused('this is no token')
    }
    const headers = { authorization: `OAuth ${token}` }
    const answer = await askPlatform(`${authUrl()}/oauth2/validate`, { headers, timeoutMs })
    if (answer.kind !== 'body') {
      return answer
    }
    const validation = Validation.safeParse(answer.body)
    if (!validation.success) {
      return refused('the platform does not say whose token this is')
    }
    // The most important line of sign-in: a token made for another app proves nothing to us.
    if (validation.data.client_id !== clientId) {
      return refused('the token was issued to another client id')
    }
    if (!validation.data.scopes.includes(TWITCH_SCOPE)) {
      return refused('the token lacks the scope')
    }
    return { kind: 'valid', platformUserId: validation.data.user_id }
  }

  return {
    way: () => ({
      authorizeUrl: (given.pagesUrl ?? authUrl()) + AUTHORIZE,
      clientId,
      scope: TWITCH_SCOPE,
    }),

    async identify(token) {
      const validated = await validateToken(token)
      if (validated.kind !== 'valid') {
        return validated
      }
      const headers = { authorization: `Bearer ${token}`, 'client-id': clientId }
      const answer = await askPlatform(`${apiUrl()}/helix/users`, { headers, timeoutMs })
      if (answer.kind !== 'body') {
        return answer
      }
      const users = Users.safeParse(answer.body)
      if (!users.success || users.data.data[0].id !== validated.platformUserId) {
        return refused('the platform names another user than the token')
      }
      const [user] = users.data.data
      return {
        kind: 'user',
        user: {
          platform: 'twitch',
          platformUserId: user.id,
          login: normalLogin(user.login),
          displayName: user.display_name,
          profileImageUrl: checkPicture(user.profile_image_url),
        },
      }
    },

    async validate(token, platformUserId) {
      const validated = await validateToken(token)
      if (validated.kind !== 'valid') {
        return validated
      }
      return validated.platformUserId === platformUserId
        ? { kind: 'valid' }
        : refused('the token belongs to another user')
    },
  }
}

function checkPicture(url: string): string | null {
  return /^(?:https?:\/\/|\/(?!\/))/i.test(url) ? url : null
}
