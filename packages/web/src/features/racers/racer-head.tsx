import { type Racer, type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { IconSwords } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#api/current-user.ts'
import { useSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Marble } from '#ui/board/marble.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Fact, HEAD_PICTURE_PX, Head } from '#ui/head.tsx'
import { ChannelLink, racerPage, versusPage } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { seasonName } from '#ui/season-name.ts'
import { isAt } from './is-at.ts'
import { type RacerPageAnswer, racerOfUser } from './queries.ts'
import { texts } from './texts.ts'

const { head: words } = texts
/** Keeps a line's height until it is known. */
const NOTHING_YET = '\u00a0'

interface RacerHeadProps {
  readonly address: Racer
  /** The login until the name has loaded. */
  readonly label: RacerLabel
  /** Undefined: not loaded yet. */
  readonly page: RacerPageAnswer | undefined
}

/** Who it is, the points of the season, and a link to a comparison with the visitor. */
export function RacerHead({ address, label, page }: RacerHeadProps) {
  const visitor = useVisitor()
  const isOwn = visitor !== null && isAt(address, visitor)
  const name = shownName(label)
  return (
    <>
      <Head
        kind={isOwn ? words.own : words.kind}
        name={name}
        picture={<Marble name={label.racer_name} color={label.color} sizePx={HEAD_PICTURE_PX} />}
        figure={{
          label: page ? words.points(seasonName(page.season)) : NOTHING_YET,
          value: page ? formatNumber(page.points.season) : NOTHING_YET,
        }}
        share={page?.isHidden ? undefined : racerPage(address)}
        next={
          visitor &&
          !isOwn && (
            <ButtonLink
              to={versusPage(visitor, address)}
              leftSection={<IconSwords size={18} aria-hidden />}
            >
              {words.versus}
            </ButtonLink>
          )
        }
      >
        {page ? <RacerFacts page={page} /> : <Fact>{NOTHING_YET}</Fact>}
      </Head>
      {isOwn && page?.isHidden && <p className={layout.hint}>{words.hidden}</p>}
    </>
  )
}

function RacerFacts({
  page: { points, bestRank, streak, year },
}: {
  readonly page: RacerPageAnswer
}) {
  if (points.lifetime === null) return <Fact>{words.noPoints}</Fact>
  return (
    <>
      {bestRank && (
        <Fact>
          <BestRank best={bestRank} />
        </Fact>
      )}
      {!bestRank && year.days[0]?.day === year.to && <Fact>{words.noRank}</Fact>}
      {streak && <Fact>{words.streak(streak.days)}</Fact>}
      <Fact>{words.lifetime(points.lifetime)}</Fact>
    </>
  )
}

function BestRank({ best }: { readonly best: NonNullable<RacerPageAnswer['bestRank']> }) {
  const { rank, day, channel } = best
  return (
    <Sentence
      text={words.bestRank(formatNumber(rank), formatDays(day))}
      parts={{
        channel: (
          <ChannelLink channel={channel}>
            <bdi>{channel.name}</bdi>
          </ChannelLink>
        ),
      }}
    />
  )
}

/** The racer who is signed in; null: nobody. */
function useVisitor(): Racer | null {
  const isSignedIn = useSessionToken() !== null
  const { data: user } = useQuery({ ...currentUserQuery, enabled: isSignedIn })
  return isSignedIn && user ? racerOfUser(user) : null
}
