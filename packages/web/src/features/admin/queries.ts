import {
  getAdminSettings,
  getSeasonState,
  listAuditEntries,
  listUsers,
} from '@rollcall/contract/admin'
import { getReport, listReports, type ReportState } from '@rollcall/contract/admin-reports'
import { getCurrentUser } from '@rollcall/contract/auth'
import { type ListedSnapshot, listStoredSnapshots } from '@rollcall/contract/uploads-snapshots'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'
import { answersOf, asking } from '#api/query-keys.ts'
import { seasonName } from '#ui/season-name.ts'
import type { AuditView } from './page-addresses.ts'

export const settingsQuery = queryOptions({
  ...asking(getAdminSettings, {}),
})

export const seasonStateQuery = queryOptions({
  ...asking(getSeasonState, {}),
})

interface ReportsPage {
  readonly state: ReportState
  readonly page: number
}

/** One page of reports; while it loads, the previous one stays as a placeholder. */
export function reportsQuery({ state, page }: ReportsPage) {
  return queryOptions({
    ...asking(listReports, { query: { state, page: String(page) } }),
    placeholderData: keepPreviousData,
  })
}

/** Everything that shows reports, or how many are open. */
export function reloadReports(queryClient: QueryClient): Promise<unknown> {
  const keys = [answersOf(listReports), answersOf(getReport), answersOf(getCurrentUser)]
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** A report, and one page of the games that its row is made of. */
export function reportQuery({ id, page }: { id: number; page: number }) {
  return queryOptions({
    ...asking(getReport, { params: { id: String(id) }, query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })
}

interface UsersPage {
  readonly search: string
  readonly page: number
}

export function usersQuery({ search, page }: UsersPage) {
  return queryOptions({
    ...asking(listUsers, { query: { search, page: String(page) } }),
    placeholderData: keepPreviousData,
  })
}

export function auditLogQuery({ kind, username }: AuditView) {
  const asked = { username, ...(kind !== null && { kind }) }
  return infiniteQueryOptions({
    ...asking(listAuditEntries, { query: asked }),
    queryFn: ({ pageParam, signal }) =>
      callApi(listAuditEntries, {
        query: { ...asked, ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
  })
}

export interface SnapshotGroup {
  readonly of: string
  readonly snapshots: readonly ListedSnapshot[]
}

export function snapshotsQuery(channel: string) {
  return queryOptions({
    ...asking(listStoredSnapshots, { query: { channel } }),
    select: groupSnapshots,
  })
}

function groupName({ kind, number, of }: ListedSnapshot): string {
  return kind === 'season' ? seasonName(number) : of
}

/** Groups snapshots by season or event and keeps their order; two events may share a name. */
export function groupSnapshots(snapshots: readonly ListedSnapshot[]): SnapshotGroup[] {
  const groups = Map.groupBy(snapshots, ({ kind, number }) => `${kind} ${number}`)
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ of: groupName(group[0]), snapshots: group }],
  )
}
