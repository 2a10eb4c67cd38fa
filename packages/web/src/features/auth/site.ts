import { getSite } from '@rollcall/contract/auth'
import { queryOptions } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'

/** Shown until the server has sent the real name, and if it cannot. */
export const DEFAULT_PRODUCT_NAME = 'Rollcall'

/** The product's name and where to sign in; the same for everybody, so loaded once. */
export const siteQuery = queryOptions({
  // Without the token: an expired one would be refused, and the login page needs this most then.
  ...asking(getSite, { token: null }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
