import { createRoot } from 'react-dom/client'
import { channelViewFromSearch } from '#features/channels/board-view.ts'
import { leaderboardViewFromSearch } from '#features/leaderboards/leaderboard-view.ts'
import themes from '#features/show/stage/stage-theme.module.css'
import { ChannelEmbed } from './channel-embed.tsx'
import classes from './embed.module.css'
import { EmbedState } from './embed-frame.tsx'
import { EventEmbed } from './event-embed.tsx'
import { SeasonEmbed } from './season-embed.tsx'
import { texts } from './texts.ts'

const ADDRESS = /^\/embed\/(c|e|seasons)\/([^/]+)\/?$/

/** Draws the board that the address names, in the colours that it names or that the reader prefers. */
export function startEmbed(root: HTMLElement): void {
  document.title = texts.title
  const search = new URLSearchParams(location.search)
  const isLight = matchMedia('(prefers-color-scheme: light)').matches
  const chosen = search.get('theme') ?? (isLight ? 'light' : 'dark')
  document.body.className = `${themes[chosen === 'light' ? 'light' : 'dark']} ${classes.body}`
  createRoot(root).render(findBoard(search))
}

function findBoard(search: URLSearchParams) {
  const [, kind, text = ''] = ADDRESS.exec(location.pathname) ?? []
  const name = decodeURIComponent(text)
  if (kind === 'c') return <ChannelEmbed name={name} view={channelViewFromSearch(search)} />
  if (kind === 'e' && /^[\w-]{22}$/.test(name)) return <EventEmbed token={name} />
  if (kind === 'seasons' && /^[1-9]\d{0,8}$/.test(name)) {
    return <SeasonEmbed season={Number(name)} view={leaderboardViewFromSearch(search)} />
  }
  return <EmbedState isGone />
}
