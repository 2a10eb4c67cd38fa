import {
  getAdminSettings,
  getSeasonState,
  listAuditEntries,
  listUsers,
} from '@rollcall/contract/admin'
import { listReports, type ReportState } from '@rollcall/contract/admin-reports'
import { type ListedSnapshot, listStoredSnapshots } from '@rollcall/contract/uploads-snapshots'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'
import { seasonName } from '#ui/season-name.ts'
import type { AuditView } from './page-addresses.ts'

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => callApi(getAdminSettings, { signal }),
})

export const seasonStateQuery = queryOptions({
  queryKey: ['admin', 'season'],
  queryFn: ({ signal }) => callApi(getSeasonState, { signal }),
})

export const REPORTS_KEY = ['admin', 'reports']

interface ReportsPage {
  readonly state: ReportState
  readonly page: number
}

/** One page of reports; while it loads, the previous one stays as a placeholder. */
export function reportsQuery({ state, page }: ReportsPage) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, state, page],
    queryFn: ({ signal }) => callApi(listReports, { query: { state, page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  })
}

interface UsersPage {
  readonly search: string
  readonly page: number
}

export function usersQuery({ search, page }: UsersPage) {
  return queryOptions({
    queryKey: ['admin', 'users', search, page],
    queryFn: ({ signal }) => callApi(listUsers, { query: { search, page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function auditLogQuery({ kind, username }: AuditView) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'audit-log', kind, username],
    queryFn: ({ pageParam, signal }) =>
      callApi(listAuditEntries, {
        query: {
          username,
          ...(kind !== null && { kind }),
          ...(pageParam !== null && { before: pageParam }),
        },
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
    queryKey: ['admin', 'snapshots', channel],
    queryFn: ({ signal }) => callApi(listStoredSnapshots, { query: { channel }, signal }),
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
