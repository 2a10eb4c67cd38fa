import type { BodyInput, Endpoint } from '@rollcall/contract/endpoint'

/**
 * The body where the contract takes it.
 *
 * @throws {Error} with the contract's own sentence where it does not; the server need not be asked
 */
export function checkedBody<E extends Endpoint>(endpoint: E, body: BodyInput<E>): BodyInput<E> {
  const problem = endpoint.body?.safeParse(body).error?.issues[0]
  if (problem) throw new Error(problem.message)
  return body
}
