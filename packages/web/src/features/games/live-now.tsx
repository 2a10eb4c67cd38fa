import { useQuery } from '@tanstack/react-query'
import { Sentence } from '#texts/sentence.tsx'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { gameTitle } from '#ui/board/game-title.ts'
import { formatAgo } from '#ui/format-instant.ts'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { ChannelLink } from '#ui/links.tsx'
import { ProfileImage } from '#ui/person.tsx'
import classes from './live-now.module.css'
import { latestGamesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { live: words } = texts
const PICTURE_PX = 40

/** The channels on which a game has just ended. It is as high with one as with many, which scroll sideways. */
export function LiveNow() {
  const answer = useQuery(latestGamesQuery)
  return (
    <AnswerPanel title={words.title} answer={answer} height="2.75rem">
      {({ live, games }) =>
        live.length === 0 ? (
          <div className={classes.nobody}>
            <Nobody game={games[0]} />
          </div>
        ) : (
          <ul className={classes.live} aria-label={words.title}>
            {live.map((game) => (
              <Row as="li" key={game.channel.login} wrap={false} gap="xs">
                <ProfileImage src={game.channel.profileImageUrl} sizePx={PICTURE_PX} />
                <div>
                  <strong>
                    <ChannelLink channel={game.channel}>
                      <bdi translate="no">{game.channel.name}</bdi>
                    </ChannelLink>
                  </strong>
                  <Quiet size="xs">
                    {words.game(gameTitle(game), formatAgo(game.finishedAt, Date.now()))}
                  </Quiet>
                </div>
              </Row>
            ))}
          </ul>
        )
      }
    </AnswerPanel>
  )
}

type Game = NonNullable<Parameters<typeof gameTitle>[0]> & {
  readonly finishedAt: string
  readonly channel: { readonly platform: string; readonly login: string; readonly name: string }
}

function Nobody({ game }: { readonly game: Game | undefined }) {
  if (game === undefined) return <p>{words.never}</p>
  return (
    <p>
      <Sentence
        text={words.nobody(formatAgo(game.finishedAt, Date.now()))}
        parts={{
          channel: (
            <ChannelLink channel={game.channel}>
              <bdi translate="no">{game.channel.name}</bdi>
            </ChannelLink>
          ),
        }}
      />
    </p>
  )
}
