import {
  getOpeningSeason,
  getSeason,
  listTopRacers,
  pageOfSeasonDays,
  type SeasonSpan,
} from '@rollcall/contract/seasons'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking, everythingAbout } from '#api/query-keys.ts'

export type SeasonOfPage = Answer<typeof getSeason>
export type TopRacer = Answer<typeof listTopRacers>['racers'][number]

/** Seasons are public, so nobody's session is sent: one that has ended would be refused. */
const ofEverybody = { token: null } as const

/** The season that boards open with. */
export const openingSeasonQuery = queryOptions({
  ...asking(getOpeningSeason, ofEverybody),
})

/** The key of everything that a season's page shows beside its board. */
export function seasonKey(season: string) {
  return everythingAbout({ season })
}

export function seasonQuery(season: string) {
  return queryOptions({
    ...asking(getSeason, { params: { season }, ...ofEverybody }, { season }),
  })
}

export function topRacersQuery(season: string) {
  return queryOptions({
    ...asking(listTopRacers, { params: { season }, ...ofEverybody }, { season }),
  })
}

/** A page of the season's channels by their points in a week or a month. */
export function seasonDaysQuery(season: string, { of, page }: { of: SeasonSpan; page: number }) {
  return queryOptions({
    ...asking(
      pageOfSeasonDays,
      { params: { season }, query: { of, page: String(page) }, ...ofEverybody },
      { season },
    ),
    placeholderData: keepPreviousData,
  })
}
