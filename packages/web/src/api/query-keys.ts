/**
 * Every key of a query is made here. It is an object with the call and the call's whole input, so two queries share a
 * key only if they ask the same question. A filter is such an object with fewer fields.
 */
import type { Endpoint } from '@rollcall/contract/endpoint'
import { type Answer, callApi, type Input } from './call-api.ts'

declare const made: unique symbol
/** The brand keeps the compiler from accepting an array that is written by hand. */
type MadeKey = readonly [Readonly<Record<string, unknown>>] & { readonly [made]: true }

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: MadeKey
  }
}

/** What a query is about, by name: queries about the same are refreshed together. */
export type About = Readonly<Record<string, string>>

const makeKey = (fields: Readonly<Record<string, unknown>>) => [fields] as unknown as MadeKey

interface Asked<E extends Endpoint> {
  readonly queryKey: MadeKey
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Answer<E>>
  readonly meta: { readonly isPublic: boolean }
}

/**
 * The key and the call of a query. What is asked without a session (`token: null`) outlives the session.
 *
 * @param about also part of the key, for answers that change with something beside the input
 */
export function asking<const E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  about?: About,
): Asked<E> {
  const { params, query, body, token } = input as Partial<
    Record<'params' | 'query' | 'body' | 'token', unknown>
  >
  const isPublic = token === null
  const { noun } = endpoint
  return {
    queryKey: makeKey({ call: nameOf(endpoint), noun, params, query, body, isPublic, about }),
    queryFn: ({ signal }) => callApi(endpoint, { ...input, signal }),
    meta: { isPublic },
  }
}

/** A part of a page that is loaded when it is needed; it is the same for everybody. */
export function loading<Part>(part: string, load: () => Promise<Part>) {
  return { queryKey: makeKey({ part }), queryFn: load, meta: { isPublic: true } }
}

/** Matches all answers of one call. */
export function answersOf(endpoint: Endpoint): MadeKey {
  return makeKey({ call: nameOf(endpoint) })
}

/** Matches the answers of all calls of a noun. */
export function answersAbout(noun: Endpoint['noun']): MadeKey {
  return makeKey({ noun })
}

/** Matches what is about the same. */
export function everythingAbout(about: About): MadeKey {
  return makeKey({ about })
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
