/** The address of an admin page decides what it shows; defaults are left out of the address. */
import { AuditKind } from '@rollcall/contract/admin'
import { ReportState } from '@rollcall/contract/admin-reports'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { PAGES } from '@rollcall/contract/pages'

export interface AuditView {
  readonly kind: AuditKind | null
  readonly username: string
}

export function auditViewFrom(search: URLSearchParams): AuditView {
  return {
    kind: AuditKind.options.find((kind) => kind === search.get('kind')) ?? null,
    username: textFrom(search.get('user')),
  }
}

export function searchFromAuditView({ kind, username }: AuditView): URLSearchParams {
  const search = new URLSearchParams()
  if (kind !== null) {
    search.set('kind', kind)
  }
  if (username !== '') {
    search.set('user', username)
  }
  return search
}

export interface ReportsView {
  readonly state: ReportState
  readonly page: number
  readonly user: string
  readonly userPage: number
}

export function reportsViewFrom(search: URLSearchParams): ReportsView {
  return {
    state: ReportState.options.find((state) => state === search.get('state')) ?? 'open',
    page: pageFrom(search.get('page')),
    user: textFrom(search.get('user')),
    userPage: pageFrom(search.get('userPage')),
  }
}

export function searchFromReportsView(view: ReportsView): URLSearchParams {
  const { state, page, user, userPage } = view
  const search = new URLSearchParams()
  if (state !== 'open') {
    search.set('state', state)
  }
  if (page > 1) {
    search.set('page', String(page))
  }
  if (user !== '') {
    search.set('user', user)
  }
  if (userPage > 1) {
    search.set('userPage', String(userPage))
  }
  return search
}

/** The page of one report. */
export const reportAddress = (id: number): string => `${PAGES.userReports.path}?report=${id}`

/** The report whose page is shown; null: the list. */
export function reportFrom(search: URLSearchParams): number | null {
  return search.has('report') ? pageFrom(search.get('report')) : null
}

/** Which page of the report's games. */
export const gamesPageFrom = (search: URLSearchParams): number => pageFrom(search.get('page'))

/** The channel whose snapshots are shown; empty if none was asked for. */
export function channelFrom(search: URLSearchParams): string {
  return textFrom(search.get('channel'))
}

function textFrom(text: string | null): string {
  return (text ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
}

function pageFrom(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}
