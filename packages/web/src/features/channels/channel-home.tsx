import { IconExternalLink } from '@tabler/icons-react'
import { Sentence } from '#texts/sentence.tsx'
import type { Channel } from './queries.ts'
import { texts } from './texts.ts'

interface Home {
  readonly platform: string
  readonly address: string
}

const HOMES: ReadonlyMap<string, Home> = new Map([
  ['twitch', { platform: 'Twitch', address: 'https://www.twitch.tv/' }],
  ['youtube', { platform: 'YouTube', address: 'https://www.youtube.com/@' }],
  ['kick', { platform: 'Kick', address: 'https://kick.com/' }],
  ['tiktok', { platform: 'TikTok', address: 'https://www.tiktok.com/@' }],
])

/** Where the channel streams. */
export function ChannelHome({ channel: { platform, login } }: Pick<Channel, 'channel'>) {
  const home = HOMES.get(platform)
  return (
    <Sentence
      text={texts.on(home?.platform ?? platform)}
      parts={{
        channel:
          home === undefined ? (
            <bdi>{login}</bdi>
          ) : (
            <a href={home.address + encodeURIComponent(login)} rel="noreferrer">
              <bdi>{login}</bdi> <IconExternalLink size={15} aria-hidden />
            </a>
          ),
      }}
    />
  )
}
