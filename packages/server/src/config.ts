import {
  clientIdSetting,
  DEFAULT_PLATFORM,
  SIGN_IN_PLATFORMS,
  type SignInPlatform,
} from '@rollcall/scoring/platforms'
import { z } from 'zod'
import { type Limits, limitSchemas } from './limits.ts'
import { findProxyProblem } from './trusted-proxies.ts'

type UploadPairing = 'loopback' | 'address' | 'key'

export interface PlatformSettings {
  platform: SignInPlatform
  clientId: string
  /** undefined: the platform's own. */
  authUrl: string | undefined
  apiUrl: string | undefined
}

export interface Config {
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  sessionSecret: string | undefined
  /** undefined: made once in the data directory. */
  privacyKey: string | undefined
  /** The platforms that people sign in with; none means practice sign-in. */
  platforms: readonly PlatformSettings[]
  adminLogins: readonly string[]
  productName: string
  productSlug: string
  projectBoardUrl: string | undefined
  /** Whether the operator set the season. */
  isSeasonGiven: boolean
  firstSeason: number
  uploadPairing: UploadPairing
  /** Addresses or networks of proxies whose forwarding headers are trusted; empty: none. */
  trustedProxies: readonly string[]
  /** Whether only this machine can reach the server, according to the configuration. */
  isLoopbackOnly: boolean
  limits: Limits
  /** Origins other than Discord to which results may be posted, even without https or within the network. */
  webhookOrigins: readonly string[]
  /** Lets a monitor read /metrics; without it, that address does not exist. */
  metricsToken: string | undefined
}

export class ConfigError extends Error {}

const WELL_KNOWN_SECRETS = /^(?:changeme|secret|password|default|example|test|rollcall)+$/i

const blankAsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsUnset, schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, text: string) =>
  z.preprocess((given) => blankAsUnset(given) ?? text, schema)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))
const origin = z
  .url({ protocol: /^https?$/, error: 'must be a list of origins such as https://hooks.example' })
  .transform((url) => new URL(url).origin)
const secret = (minLength: number) =>
  z
    .string()
    .min(minLength, `must have at least ${minLength} characters`)
    .refine((text) => !WELL_KNOWN_SECRETS.test(text) && new Set(text).size >= 8, {
      error: 'is too easy to guess; take one from `openssl rand -base64 32`',
    })
const season = z.coerce.number().int().min(1).max(9999)

const Environment = z.object({
  ...limitSchemas,
  PORT: withDefault(z.coerce.number().int().min(0).max(65535), '3000'),
  HOST: withDefault(z.string(), '127.0.0.1'),
  PUBLIC_URL: optional(webAddress),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'),
  ),
  SESSION_SECRET: optional(secret(32)),
  PRIVACY_KEY: optional(secret(32)),
  ADMIN_LOGINS: withDefault(list, ''),
  PRODUCT_NAME: withDefault(z.string().trim().max(60), 'Rollcall'),
  PROJECT_BOARD_URL: optional(webAddress),
  SEASON: optional(season),
  UPLOAD_PAIRING: withDefault(z.enum(['loopback', 'address', 'key']), 'loopback'),
  TRUST_PROXY: withDefault(list, ''),
  METRICS_TOKEN: optional(secret(24)),
  WEBHOOK_ORIGINS: withDefault(list.pipe(z.array(origin)), ''),
})

type Env = Readonly<Record<string, string | undefined>>

function read<T extends z.ZodType>(schema: T, env: Env): z.output<T> {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  return parsed.data
}

/** The settings of a platform begin with its name. */
function readPlatforms(env: Env): PlatformSettings[] {
  return SIGN_IN_PLATFORMS.flatMap((platform) => {
    const name = platform.toUpperCase()
    const given = read(
      z.object({
        [clientIdSetting(platform)]: optional(z.string().trim()),
        [`${name}_AUTH_URL`]: optional(webAddress),
        [`${name}_API_URL`]: optional(webAddress),
      }),
      env,
    )
    const clientId = given[clientIdSetting(platform)]
    const addresses = { authUrl: given[`${name}_AUTH_URL`], apiUrl: given[`${name}_API_URL`] }
    return clientId === undefined ? [] : [{ platform, clientId, ...addresses }]
  })
}

/** @throws {ConfigError} if a setting is missing that others need, or does not fit them */
function refuseIncomplete(
  values: z.output<typeof Environment>,
  {
    clientId,
    hasPlatforms,
    trustedProxies,
    isLoopbackOnly,
  }: Pick<Config, 'trustedProxies' | 'isLoopbackOnly'> & {
    clientId: string
    hasPlatforms: boolean
  },
): void {
  for (const proxy of trustedProxies) {
    const problem = findProxyProblem(proxy)
    if (problem !== null) {
      throw new ConfigError(`TRUST_PROXY: ${problem}`)
    }
  }
  if (hasPlatforms && values.PUBLIC_URL === undefined) {
    throw new ConfigError(
      `PUBLIC_URL: is required with ${clientId}; give the address at which people reach this server, such as https://rollcall.example`,
    )
  }
  if (!hasPlatforms && !isLoopbackOnly) {
    throw new ConfigError(
      `${clientId}: is required when others can reach this server (HOST, PUBLIC_URL or TRUST_PROXY say so); practice sign-in works on this machine only`,
    )
  }
  if (hasPlatforms && values.SEASON === undefined) {
    throw new ConfigError(`SEASON: is required with ${clientId}; give the current season`)
  }
  if (values.DATABASE_URL !== undefined && values.SESSION_SECRET === undefined) {
    throw new ConfigError(
      'SESSION_SECRET: is required with DATABASE_URL, the same for every server on that database; take one from `openssl rand -base64 32`',
    )
  }
  if (values.DATABASE_URL !== undefined && values.PRIVACY_KEY === undefined) {
    throw new ConfigError(
      'PRIVACY_KEY: is required with DATABASE_URL, the same for every server on that database; take one from `openssl rand -base64 32`, and keep it apart from backups',
    )
  }
}

/** @throws {ConfigError} with the variable and what is wrong with it */
export function readConfig(env: Env): Config {
  const values = read(Environment, env)
  const platforms = readPlatforms(env)
  const [first = DEFAULT_PLATFORM] = platforms.map(({ platform }) => platform)
  const clientId = clientIdSetting(first)
  const trustedProxies = values.TRUST_PROXY.filter((proxy) => proxy !== 'off')
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const isLoopbackOnly =
    isLoopbackHost(values.HOST) &&
    isLoopbackHost(new URL(publicUrl).hostname) &&
    trustedProxies.length === 0
  refuseIncomplete(values, {
    clientId,
    hasPlatforms: platforms.length > 0,
    trustedProxies,
    isLoopbackOnly,
  })
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    sessionSecret: values.SESSION_SECRET,
    privacyKey: values.PRIVACY_KEY,
    platforms,
    adminLogins: values.ADMIN_LOGINS.map((login) => login.toLowerCase()),
    productName: values.PRODUCT_NAME,
    productSlug: values.PRODUCT_NAME.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    projectBoardUrl: values.PROJECT_BOARD_URL,
    isSeasonGiven: values.SEASON !== undefined,
    firstSeason: values.SEASON ?? 75,
    uploadPairing: values.UPLOAD_PAIRING,
    trustedProxies,
    isLoopbackOnly,
    limits: values,
    webhookOrigins: values.WEBHOOK_ORIGINS,
    metricsToken: values.METRICS_TOKEN,
  }
}

export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}
