import { LIVE_FOR_MS } from '@rollcall/contract/games'
import { PAGES } from '@rollcall/contract/pages'
import { findPlatform } from '@rollcall/scoring/platforms'
import { shownName } from '@rollcall/scoring/racer'
import { IconExternalLink } from '@tabler/icons-react'
import { useSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Ago, useNow } from '#ui/ago.tsx'
import { BandOfThree } from '#ui/board/band-of-three.tsx'
import { gameTitle } from '#ui/board/game-title.ts'
import { HeldDaySentence } from '#ui/board/held-day.tsx'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Fact, HEAD_PICTURE_PX, Head } from '#ui/head.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import {
  channelAddress,
  GameLink,
  NameLink,
  nightAddress,
  RacerLink,
  seasonAddress,
} from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { ProfileImage } from '#ui/person.tsx'
import { seasonName } from '#ui/season-name.ts'
import classes from './channel-page.module.css'
import type { Channel } from './queries.ts'
import { texts } from './texts.ts'

const { head: words, hot: hotWords } = texts
const LEADER_PX = 44
/** The game's own command. */
const PLAY = '!play'

/** Whose channel it is, whether it is live, its rank, and how to join. */
export function ChannelHead({ channel: page }: { readonly channel: Channel }) {
  const { channel, season, numbers, lastGame, lastNight, today } = page
  const home = findPlatform(channel.platform)
  const address = home && home.channels + encodeURIComponent(channel.login)
  return (
    <>
      <Head
        kind={words.kind(home?.name ?? channel.platform)}
        name={channel.name}
        picture={<ProfileImage src={channel.profileImageUrl} sizePx={HEAD_PICTURE_PX} />}
        figure={{
          label: words.points(seasonName(season)),
          value: formatNumber(numbers?.points ?? null),
          note: <ChannelRank channel={page} />,
        }}
        share={channelAddress(channel)}
        next={
          <>
            {lastNight !== null && (
              <ButtonLink to={nightAddress(channel, lastNight)} variant="default">
                {lastNight === today ? texts.nights.today : texts.nights.last}
              </ButtonLink>
            )}
            {address && home && (
              <ButtonLink
                to={address}
                rel="noreferrer"
                rightSection={<IconExternalLink size={18} aria-hidden />}
              >
                {words.watch(home.name)}
              </ButtonLink>
            )}
          </>
        }
      >
        <Fact>{lastGame === null ? words.noGame : <LastGame game={lastGame} />}</Fact>
        {numbers !== null && <Fact>{words.games(numbers.games, seasonName(season))}</Fact>}
      </Head>
      <p>
        <Sentence
          text={words.join}
          parts={{ command: <strong className={classes.command}>{PLAY}</strong> }}
        />
      </p>
    </>
  )
}

function LastGame({ game }: { readonly game: NonNullable<Channel['lastGame']> }) {
  const now = useNow()
  const isNow = now - Date.parse(game.finishedAt) < LIVE_FOR_MS
  return (
    <>
      {isNow && <strong className={classes.live}>{words.live}</strong>}
      <Sentence
        text={isNow ? words.justPlayed : words.lastGame}
        parts={{
          game: (
            <GameLink id={game.id}>
              <bdi>{gameTitle(game)}</bdi>
            </GameLink>
          ),
          ago: <Ago instant={game.finishedAt} />,
        }}
      />
    </>
  )
}

/** Strangers find the same rank on the season's page. */
function ChannelRank({ channel: { rank, season } }: { readonly channel: Channel }) {
  const isSignedIn = useSessionToken() !== null
  return (
    rank && (
      <NameLink to={isSignedIn ? PAGES.leaderboards.path : seasonAddress(season)}>
        {words.rank(rank.rank, rank.of)}
      </NameLink>
    )
  )
}

/** Who has most points this week. */
export function HotThisWeek({ hot: { rows, held } }: Pick<Channel, 'hot'>) {
  if (rows.length === 0 && !held) return null
  return (
    <Stack as="section" gap="xs" aria-label={hotWords.title}>
      <h2 className={classes.hot}>{hotWords.title}</h2>
      {held ? (
        <p className={layout.hint}>
          <HeldDaySentence held={held} />
        </p>
      ) : (
        <BandOfThree
          label={hotWords.title}
          leaders={rows.map((row) => ({
            id: row.racer_name,
            rank: row.rank,
            name: shownName(row),
            picture: <RowMarble racer={row} sizePx={LEADER_PX} />,
            figure: formatNumber(row.score),
            unit: hotWords.points,
            link: (name) => <RacerLink racer={row}>{name}</RacerLink>,
          }))}
        />
      )}
    </Stack>
  )
}
