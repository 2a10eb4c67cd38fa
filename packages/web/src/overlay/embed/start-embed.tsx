import {
  embedOf,
  ID_PATTERN,
  PAGES,
  type PageWithEmbed,
  TOKEN_PATTERN,
} from '@rollcall/contract/pages'
import { paramsAt } from '@rollcall/contract/places'
import { SeasonSpan } from '@rollcall/contract/seasons'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { channelViewFromSearch } from '#features/channels/board-view.ts'
import { leaderboardViewFromSearch } from '#features/leaderboards/leaderboard-view.ts'
import { optionsFromSearch } from '#features/show/overlays/overlay-options.ts'
import themes from '#features/show/stage/stage-theme.module.css'
import { ChannelEmbed } from './channel-embed.tsx'
import classes from './embed.module.css'
import { EmbedState } from './embed-frame.tsx'
import { EventEmbed } from './event-embed.tsx'
import { LeagueEmbed } from './league-embed.tsx'
import { SeasonDaysEmbed } from './season-days-embed.tsx'
import { SeasonEmbed } from './season-embed.tsx'
import { texts } from './texts.ts'

/** Draws the board that the address names, in the colours that it names or that the reader prefers. */
export function startEmbed(root: HTMLElement): void {
  document.title = texts.title
  const search = new URLSearchParams(location.search)
  const isLight = matchMedia('(prefers-color-scheme: light)').matches
  const chosen = search.get('theme') ?? (isLight ? 'light' : 'dark')
  document.body.className = `${themes[chosen === 'light' ? 'light' : 'dark']} ${classes.body}`
  createRoot(root).render(findBoard(search))
}

type FindBoard = (address: string, search: URLSearchParams) => ReactElement | null

const BOARDS: Readonly<Record<PageWithEmbed, FindBoard>> = {
  channel(address, search) {
    const at = paramsAt(embedOf(PAGES.channel), address)
    return at && <ChannelEmbed name={at.channel} view={channelViewFromSearch(search)} />
  },
  event(address) {
    const at = paramsAt(embedOf(PAGES.event), address)
    return at && TOKEN_PATTERN.test(at.token) ? <EventEmbed token={at.token} /> : null
  },
  league(address, search) {
    const at = paramsAt(embedOf(PAGES.league), address)
    return at && TOKEN_PATTERN.test(at.token) ? (
      <LeagueEmbed token={at.token} shown={optionsFromSearch(search)} />
    ) : null
  },
  season(address, search) {
    const at = paramsAt(embedOf(PAGES.season), address)
    if (!at || !ID_PATTERN.test(at.season)) {
      return null
    }
    const season = Number(at.season)
    const of = SeasonSpan.safeParse(search.get('of')).data
    return of === undefined ? (
      <SeasonEmbed season={season} view={leaderboardViewFromSearch(search)} />
    ) : (
      <SeasonDaysEmbed season={season} of={of} />
    )
  },
}

function findBoard(search: URLSearchParams): ReactElement {
  const found = Object.values(BOARDS).map((find) => find(location.pathname, search))
  return found.find((board) => board !== null) ?? <EmbedState isGone />
}
