import type { ReactNode } from 'react'
import { ChannelLink } from '#ui/links.tsx'
import type { LeaderboardRow } from './queries.ts'

/** Makes a link of the channel's name, if the server said where its page is. */
export function linkedToChannel({ platform, login }: LeaderboardRow, name: ReactNode): ReactNode {
  return platform === undefined || login === undefined ? (
    name
  ) : (
    <ChannelLink channel={{ platform, login }}>{name}</ChannelLink>
  )
}
