import { SIGN_IN_PLATFORMS } from '@rollcall/scoring/platforms'
import * as z from 'zod/mini'
import { displayName, done, endpoint, reading } from './endpoint.ts'

const SignInPlatform = z.enum(SIGN_IN_PLATFORMS)

/** Where people sign in with a platform. */
const SignInWay = z.object({
  platform: SignInPlatform,
  platformName: z.string(),
  /** The platform's authorise page; absolute, or a path on this server in practice sign-in. */
  authorizeUrl: z.string(),
  clientId: z.string(),
  scope: z.string(),
})
export type SignInWay = z.infer<typeof SignInWay>

export const Site = z.object({
  productName: z.string(),
  /** The product's name in the path of the settings page. */
  productSlug: z.string(),
  /** With the platform that comes first. */
  ...SignInWay.shape,
  /** Missing: there is only one platform. */
  otherPlatforms: z.optional(z.array(SignInWay)),
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
  params: z.object({ platform: SignInPlatform }),
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
  /** Missing: the default one. */
  platform: z.optional(z.string()),
  profile_image_url: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** How many reports wait for an admin; missing for everybody else. */
  openReports: z.optional(z.number()),
})

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
