/** How calls about events are refused. */
import type { Unauthorized } from '@rollcall/contract/events'
import { ApiError } from '../../http/api-error.ts'

/** Answered with status 200: the page leads to /unauthorized by it. */
export const UNAUTHORIZED: Unauthorized = { unauthorized: true }

export function noSuchEvent(): ApiError {
  return new ApiError('not_found', 'There is no such event. It may have been deleted.')
}

export function noSuchSeries(): ApiError {
  return new ApiError('not_found', 'There is no such series. It may have been deleted.')
}
