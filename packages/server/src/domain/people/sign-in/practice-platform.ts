/** Replaces the platform's three calls, so that practice sign-in runs the code of real sign-in. */
import { createHash } from 'node:crypto'
import { PAGES } from '@rollcall/contract/pages'
import { PRACTICE_CHECKS } from '@rollcall/contract/problems/auth'
import { saying } from '@rollcall/scoring/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { ApiError } from '../../../edge/api-error.ts'
import { asRefusal } from '../../../edge/error-reply.ts'
import { isLoopbackRequest } from '../../../edge/loopback.ts'
import { TWITCH_SCOPE } from '../platforms/twitch.ts'
import { practicePage } from './practice-page.ts'

export const PRACTICE_PLATFORM_PATH = '/practice-platform'
export const PRACTICE_CLIENT_ID = 'practice'
/** The prefix of practice ids, so that none looks like an id of the real platform. */
export const PRACTICE_ID_PREFIX = 'practice:'

const AUDIENCE = 'practice-platform'
const TOKEN_DAYS = 60
const DAY_SECONDS = 24 * 60 * 60

const says = saying(PRACTICE_CHECKS)
const Authorize = z.object({
  redirect_uri: z.string(),
  state: z.string().max(500).default(''),
})
const Grant = Authorize.extend({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_]{1,25}$/, says('practice_name_not_allowed')),
})

interface Practice {
  config: Config
  signingKey: Uint8Array
}

export function servePracticePlatform(app: FastifyInstance, settings: Practice): void {
  app.register(
    async (practice) => {
      practice.addHook('onRequest', async (request) => {
        if (!isLoopbackRequest(request, settings.config)) {
          throw new ApiError('practice_is_local')
        }
      })
      serveGrants(practice, settings)
      serveUsers(practice, settings)
    },
    { prefix: PRACTICE_PLATFORM_PATH },
  )
}

/** The pages on which somebody chooses a name. */
function serveGrants(practice: FastifyInstance, { config, signingKey }: Practice): void {
  practice.get('/oauth2/authorize', { schema: { hide: true } }, async (request, reply) => {
    const asked = read(Authorize, request)
    checkCallback(asked.redirect_uri, request)
    return reply.type('text/html').send(practicePage(config.productName, asked))
  })

  practice.get('/oauth2/grant', { schema: { hide: true } }, async (request, reply) => {
    const { name, redirect_uri, state } = read(Grant, request)
    const callback = checkCallback(redirect_uri, request)
    callback.hash = new URLSearchParams({
      access_token: await signPracticeToken(signingKey, name),
      scope: TWITCH_SCOPE,
      state,
      token_type: 'bearer',
    }).toString()
    return reply.redirect(callback.href, 303)
  })
}

/** Who has a token. */
function serveUsers(practice: FastifyInstance, { signingKey }: Practice): void {
  practice.get('/oauth2/validate', { schema: { hide: true } }, async (request) => {
    const name = await readName(signingKey, request.headers.authorization, 'OAuth')
    return {
      client_id: PRACTICE_CLIENT_ID,
      login: name.toLowerCase(),
      scopes: [TWITCH_SCOPE],
      user_id: practiceId(name),
      expires_in: TOKEN_DAYS * DAY_SECONDS,
    }
  })

  practice.get('/helix/users', { schema: { hide: true } }, async (request) => {
    const name = await readName(signingKey, request.headers.authorization, 'Bearer')
    const login = name.toLowerCase()
    const picture = `${PRACTICE_PLATFORM_PATH}/pictures/${login}.svg`
    return {
      data: [
        {
          id: practiceId(name),
          login,
          display_name: name,
          profile_image_url: picture,
          email: '',
        },
      ],
    }
  })

  practice.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const login = request.params.file.replace(/\.svg$/, '')
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=86400')
        .send(drawMarble(login))
    },
  )
}

function read<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const { data, error } = schema.safeParse(request.query)
  const [issue] = error?.issues ?? []
  if (issue !== undefined) {
    throw asRefusal(issue, { where: ['querystring', ...issue.path] })
  }
  return data as z.output<T>
}

function checkCallback(redirectUri: string, request: FastifyRequest): URL {
  const url = URL.parse(redirectUri)
  const isOurs =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.host === request.headers.host?.toLowerCase() &&
    url.pathname === PAGES.callback.path &&
    url.username === '' &&
    url.password === ''
  if (!isOurs) {
    throw new ApiError('practice_leads_elsewhere')
  }
  return url
}

function practiceId(name: string): string {
  return `${PRACTICE_ID_PREFIX}${name.toLowerCase()}`
}

export function signPracticeToken(signingKey: Uint8Array, name: string): Promise<string> {
  return new SignJWT({ name })
    .setProtectedHeader({ alg: 'HS256', typ: 'practice+jwt' })
    .setAudience(AUDIENCE)
    .setExpirationTime(`${TOKEN_DAYS}d`)
    .sign(signingKey)
}

async function readName(
  signingKey: Uint8Array,
  authorization: string | undefined,
  scheme: string,
): Promise<string> {
  const [given, token = ''] = (authorization ?? '').split(' ')
  try {
    const { payload } = await jwtVerify(given === scheme ? token : '', signingKey, {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      typ: 'practice+jwt',
    })
    return String(payload.name)
  } catch (error) {
    if (error instanceof errors.JOSEError) {
      throw new ApiError('practice_token_invalid', {}, { cause: error })
    }
    throw error
  }
}

/** An SVG image, 96 pixels square; the same name always gives the same marble. */
function drawMarble(login: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = createHash('sha256').update(login).digest()
  const hue = Math.round((a / 255) * 360)
  const second = (hue + 40 + Math.round((b / 255) * 140)) % 360
  const turn = Math.round((c / 255) * 360)
  const bend = 8 + Math.round((d / 255) * 22)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<defs>
<radialGradient id="g" cx="35%" cy="30%" r="80%"><stop offset="0" stop-color="hsl(${hue} 80% 72%)"/><stop offset=".6" stop-color="hsl(${hue} 70% 45%)"/><stop offset="1" stop-color="hsl(${hue} 75% 20%)"/></radialGradient>
<clipPath id="c"><circle cx="48" cy="48" r="46"/></clipPath>
</defs>
<circle cx="48" cy="48" r="46" fill="url(#g)"/>
<g clip-path="url(#c)" transform="rotate(${turn} 48 48)" fill="none" stroke-linecap="round">
<path d="M-6 ${48 - bend}C24 ${48 + bend} 72 ${48 - bend} 102 ${48 + bend}" stroke="hsl(${second} 85% 62%)" stroke-width="13" opacity=".85"/>
<path d="M-6 ${60 + bend}C30 ${40} 66 ${70 + bend} 102 ${54}" stroke="hsl(${second} 90% 85%)" stroke-width="5" opacity=".7"/>
</g>
<ellipse cx="33" cy="26" rx="13" ry="8" fill="#fff" opacity=".55" transform="rotate(-28 33 26)"/>
</svg>`
}
