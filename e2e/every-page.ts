/** Every page that exists, each at an address where there is something to see. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { PLACES, type Place } from '@rollcall/contract/places'
import { openApiClient } from '@rollcall/demo/api-client'
import { findStandard } from './configurations.ts'
import { dayFromNow } from './days.ts'
import {
  createEvent,
  ladder,
  raceNow,
  type Streamer,
  signInStreamer,
  uploadStanding,
} from './event-boards.ts'
import { expect } from './fixtures.ts'
import { originUnderTest } from './sessions.ts'

const ROUTES = path.join(import.meta.dirname, '../packages/web/src/app/routes.ts')

/** What the site has for the pages to show. */
export interface Site {
  readonly host: Streamer
  readonly channel: string
  /** The marble day of the channel's races. */
  readonly day: string
  readonly season: number
  readonly event: number
  readonly configuration: number
  readonly series: number
  readonly game: number
  readonly map: number
  readonly racer: string
  readonly rival: string
  /** Opens the event's public page. */
  readonly token: string
  /** Opens the page of the league that the series is. */
  readonly leagueToken: string
  /** Opens the page of a team of the series. */
  readonly teamToken: string
}

export interface SitePage {
  readonly address: string
  readonly isForEverybody: boolean
}

/** All pages, and the boards in frames of other sites. The route table says which pages need no session. */
export async function listPages(site: Site): Promise<SitePage[]> {
  const text = await readFile(ROUTES, 'utf8')
  const makers = new Map(
    [...text.matchAll(/\b(\w*[pP]age)\(\s*PAGES\.(\w+),/g)].map(([, maker, name]) => [name, maker]),
  )
  const isForEverybody = ({ name, isEmbed }: Place) =>
    isEmbed || name === 'unauthorized' || /^(?:open|public)Page$/.test(makers.get(name) ?? '')
  return [
    ...PLACES.filter(({ name, isOverlay }) => name !== 'uploadKey' && !isOverlay).map((place) => ({
      address: addressOf(place.path, site),
      isForEverybody: isForEverybody(place),
    })),
    { address: '/nowhere', isForEverybody: true },
  ]
}

function addressOf(route: string, site: Site): string {
  const isOf = (start: string) => route.startsWith(start)
  const id = isOf('/g/')
    ? site.game
    : isOf('/maps/')
      ? site.map
      : isOf('/manage-leaderboard-config/')
        ? site.configuration
        : isOf('/my-events/manage-series/')
          ? site.series
          : site.event
  const values: Record<string, string | number> = {
    id,
    eventId: site.event,
    token:
      isOf('/s/') || isOf('/embed/s/')
        ? site.leagueToken
        : isOf('/teams/')
          ? site.teamToken
          : site.token,
    season: site.season,
    channel: site.channel,
    day: site.day,
    channelName: site.channel,
    platform: 'twitch',
    login: site.racer,
    otherPlatform: 'twitch',
    otherLogin: site.rival,
    settings: 'update-rollcall-settings',
  }
  return route.replace(/:(\w+)\??/g, (_, name: string) => String(values[name]))
}

const LEAGUE_WITH_TEAMS = {
  points: { kind: 'event' },
  drops: [],
  minimumRounds: 0,
  ties: [],
  multipliers: [],
  teams: { best: 2 },
}

/** A streamer with races and a public event; all names begin with the prefix. */
export async function makeSite(prefix: string): Promise<Site> {
  const host = await signInStreamer(`${prefix}_host`)
  const client = openApiClient(originUnderTest())
  const ask = <Answer>(address: string, body?: object, method?: 'PUT') =>
    client.call<Answer>(address, host.session, body, method)
  const racers = ladder(60, `${prefix}_racer`).map(({ name }) => name)
  await raceNow(host, racers)
  await raceNow(host, racers.toReversed())
  const event = await createEvent([host], `${prefix} Cup`, {
    startDate: dayFromNow(-1),
    endDate: dayFromNow(1),
  })
  await uploadStanding(host, event, ladder(60, `${prefix}_racer`))
  const control = `/api/show/control/${event}`
  await ask(`${control}/settings`, { isPublic: true, isListed: true }, 'PUT')
  const { publicToken } = await ask<{ publicToken: string }>(`${control}/token`, { of: 'public' })
  const configuration = await findStandard(host.session)
  await ask('/api/events/createEventSeries', {
    seriesName: `${prefix} League`,
    events: [
      {
        name: `${prefix} Round`,
        startDate: dayFromNow(0),
        endDate: dayFromNow(1),
        participants: [host.id],
        leaderboard: configuration,
      },
    ],
    timeZone: 'UTC',
  })
  const { eventSeries } = await ask<{ eventSeries: { id: number }[] }>('/api/events/getAll')
  const series = eventSeries[0]?.id ?? 0
  const league = `/api/events/series/${series}/league`
  await ask(league, { rules: LEAGUE_WITH_TEAMS }, 'PUT')
  await ask(`${league}/teams`, { name: `${prefix} Team`, color: 'teal' })
  const { teams } = await ask<{ teams: { deciding: { token: string } }[] }>(`${league}/teams`)
  const { latest } = await ask<{ latest: { id: number }[] }>(`/api/channels/${host.name}/games`)
  const { token: leagueToken } = await client.call<{ token: string }>(
    `/api/events/series/${series}/link`,
    host.session,
    undefined,
    'POST',
  )
  const game = latest[0]?.id ?? 0
  const { map } = await ask<{ map: { id: number } }>(`/api/games/${game}`)
  const { lastNight } = await ask<{ lastNight: string }>(`/api/channels/${host.name}`)
  return {
    host,
    channel: host.name,
    day: lastNight,
    season: 75,
    event,
    configuration: configuration,
    series,
    game,
    map: map.id,
    racer: racers[0] ?? '',
    rival: racers[1] ?? '',
    token: publicToken,
    leagueToken,
    teamToken: teams[0]?.deciding.token ?? '',
  }
}

/** The page has loaded, whatever it is about, and did not break. */
export async function expectWhole(page: Page, address: string): Promise<void> {
  await expect(page.locator('h1, ol li, table').first(), address).toBeVisible()
  await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0)
  await expect(page, address).not.toHaveTitle(/Unexpected Application Error/)
}
