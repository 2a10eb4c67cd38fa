import type { HeldResults } from '@rollcall/contract/events'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { joinElements } from '#ui/format-list.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import classes from './event-leaderboard-page.module.css'
import { texts } from './texts.ts'

/** Says which results this event does not show to everybody yet, because sealed events hold them until their shows. */
export function HeldNotes({ held }: { readonly held: readonly HeldResults[] }) {
  const notes = held.map((results) => (
    <Quiet key={results.username} className={classes.source}>
      <Sentence
        text={heldText(results)}
        parts={{ streamer: <bdi>{streamerName(results)}</bdi>, shows: <Shows {...results} /> }}
      />{' '}
      {results.isShown && texts.held.isShown}
    </Quiet>
  ))
  return <>{notes}</>
}

function heldText({ games, hasSnapshot }: HeldResults): string {
  if (games === 0) return texts.held.snapshot
  return hasSnapshot ? texts.held.gamesAndSnapshot(games) : texts.held.games(games)
}

function Shows({ shows }: Pick<HeldResults, 'shows'>) {
  if (shows.length === 0) return <>{texts.held.anyShow}</>
  const names = joinElements(
    shows.map(({ name, publicToken }) => (
      <Sentence
        key={publicToken}
        text={texts.held.show}
        parts={{
          event: (
            <Link to={addressOf(PAGES.event, { token: publicToken })}>
              <bdi>{name}</bdi>
            </Link>
          ),
        }}
      />
    )),
  )
  return <>{names}</>
}
