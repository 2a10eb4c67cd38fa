import type { HeldResults } from '@rollcall/contract/events'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { joinElements } from '#ui/format-list.ts'
import classes from './event-leaderboard-page.module.css'
import { texts } from './texts.ts'

/** Says which results this event does not show to everybody yet, because sealed events hold them until their shows. */
export function HeldNotes({ held }: { readonly held: readonly HeldResults[] }) {
  return held.map((results) => (
    <p key={results.username} className={classes.source}>
      <Sentence
        text={heldText(results)}
        parts={{ streamer: <bdi>{results.username}</bdi>, shows: <Shows {...results} /> }}
      />{' '}
      {results.isShown && texts.held.isShown}
    </p>
  ))
}

function heldText({ games, hasSnapshot }: HeldResults): string {
  if (games === 0) return texts.held.snapshot
  return hasSnapshot ? texts.held.gamesAndSnapshot(games) : texts.held.games(games)
}

function Shows({ shows }: Pick<HeldResults, 'shows'>) {
  if (shows.length === 0) return texts.held.anyShow
  return joinElements(
    shows.map(({ name, publicToken }) => (
      <Sentence
        key={publicToken}
        text={texts.held.show}
        parts={{
          event: (
            <Link to={`/e/${publicToken}`}>
              <bdi>{name}</bdi>
            </Link>
          ),
        }}
      />
    )),
  )
}
