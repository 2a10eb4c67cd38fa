import type { ChannelOfRound } from '@rollcall/contract/league-runs'
import { FirstFew } from '#ui/first-few.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import { PersonLink } from '#ui/links.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { channelInWords } from './channel-in-words.ts'
import { texts } from './run-texts.ts'
import classes from './runs.module.css'

const FIRST = 6

interface RoundChannelsProps {
  readonly round: { readonly name: string; readonly channels: readonly ChannelOfRound[] }
}

/** Who runs a round, for everybody: when they have announced to, and whether they have. */
export function RoundChannels({ round: { name, channels } }: RoundChannelsProps) {
  if (channels.length === 0) return null
  return (
    <FirstFew items={channels} first={FIRST} all={texts.allChannels}>
      {(shown) => (
        <ul className={classes.channels} aria-label={texts.channels(name)}>
          {shown.map((channel) => (
            <li key={channel.page.login}>
              <PersonLink page={channel.page}>
                <bdi>{streamerName(channel)}</bdi>
              </PersonLink>{' '}
              <Quiet as="span">{channelInWords(channel)}</Quiet>
            </li>
          ))}
        </ul>
      )}
    </FirstFew>
  )
}
