/** What the user reports page shows is what its address says; defaults are left out of it. */
import type { ReportState } from '@rollcall/contract/admin-reports'

export interface ReportsView {
  readonly state: ReportState
  readonly page: number
  /** Part of a user name. */
  readonly user: string
  readonly userPage: number
}

/** As long as the contract takes. */
export const USER_MAX_LENGTH = 200

const STATES: readonly ReportState[] = ['open', 'resolved', 'dismissed']

function pageFrom(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

export function viewFromSearch(search: URLSearchParams): ReportsView {
  return {
    state: STATES.find((state) => state === search.get('state')) ?? 'open',
    page: pageFrom(search.get('page')),
    user: (search.get('user') ?? '').trim().slice(0, USER_MAX_LENGTH),
    userPage: pageFrom(search.get('userPage')),
  }
}

export function searchFromView({ state, page, user, userPage }: ReportsView): URLSearchParams {
  const search = new URLSearchParams()
  if (state !== 'open') search.set('state', state)
  if (page > 1) search.set('page', String(page))
  if (user !== '') search.set('user', user)
  if (userPage > 1) search.set('userPage', String(userPage))
  return search
}
