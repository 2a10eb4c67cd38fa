import type { ExportFormat } from '@rollcall/contract/endpoint'
import { exportMapRecords, getMap, listMaps } from '@rollcall/contract/maps'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { type DownloadOptions, downloadFile } from '#api/download-file.ts'
import { asking } from '#api/query-keys.ts'

export type ListedMap = Answer<typeof listMaps>['maps'][number]
export type GameMap = Answer<typeof getMap>
export type MapRecord = GameMap['fastestRacers'][number]

/** Maps are public, so nobody's session is sent: one that has ended would be refused. */
const ofEverybody = { token: null } as const

export function mapsQuery({ page, search }: { page: number; search: string }) {
  return queryOptions({
    ...asking(listMaps, { query: { page: String(page), search }, ...ofEverybody }),
    placeholderData: keepPreviousData,
  })
}

export function mapQuery(id: string) {
  return queryOptions({
    ...asking(getMap, { params: { id }, ...ofEverybody }),
  })
}

export function downloadRecords(
  id: number,
  { by, ...options }: DownloadOptions & { by: 'racer' | 'channel'; format: ExportFormat },
): Promise<Blob> {
  const { format, ...rest } = options
  return downloadFile(exportMapRecords, {
    params: { id: String(id) },
    query: { by, format },
    ...ofEverybody,
    ...rest,
  })
}
