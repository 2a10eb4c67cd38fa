import * as z from 'zod/mini'
import { displayName, done, endpoint, reading } from './endpoint.ts'

export const Site = z.object({
  productName: z.string(),
  /** The product's name in the path of the settings page. */
  productSlug: z.string(),
  platform: z.literal('twitch'),
  platformName: z.string(),
  /** The platform's authorise page; absolute, or a path on this server in practice sign-in. */
  authorizeUrl: z.string(),
  clientId: z.string(),
  scope: z.string(),
  /** Where the platform redirects the browser; null means the page's own origin. */
  redirectUri: z.nullable(z.string()),
  isPractice: z.boolean(),
  projectBoardUrl: z.nullable(z.string()),
})
export type Site = z.infer<typeof Site>

export const getSite = endpoint({
  noun: 'auth',
  method: 'GET',
  path: '/api/auth/site',
  access: 'anyone',
  summary: 'The names and addresses that pages need before anyone is signed in',
  response: Site,
})

export const signIn = endpoint({
  noun: 'auth',
  method: 'POST',
  path: '/api/auth/:platform',
  access: 'platform-token',
  rateLimit: 'sign-in',
  summary: "Exchanges the platform's access token for a session",
  params: z.object({ platform: z.literal('twitch') }),
  response: z.object({ token: z.string() }),
})

export const signOut = endpoint({
  noun: 'auth',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  summary: 'Ends the session that the token names',
  response: done,
})

export const CurrentUser = z.object({
  id: z.number(),
  username: z.string(),
  display_name: displayName,
  profile_image_url: z.nullable(z.string()),
  isAdmin: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** The user as pages know them. Also reads a user that an earlier version left in the browser. */
export const KnownUser = reading(CurrentUser, ['username'])
export type KnownUser = z.infer<typeof KnownUser>

export const getCurrentUser = endpoint({
  noun: 'auth',
  method: 'GET',
  path: '/api/user',
  access: 'user',
  summary: 'The signed-in user',
  response: CurrentUser,
  reads: KnownUser,
})
