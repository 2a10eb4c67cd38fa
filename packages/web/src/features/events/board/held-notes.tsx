import type { HeldResults } from '@rollcall/contract/events'
import { Link } from 'react-router'
import { formatCount } from '#ui/format-number.ts'
import classes from './event-leaderboard-page.module.css'

/** What this event does not show to everybody yet, because sealed events hold it until their shows. */
export function HeldNotes({ held }: { readonly held: readonly HeldResults[] }) {
  return held.map((results) => (
    <p key={results.username} className={classes.source}>
      <bdi>{results.username}</bdi>: {whatIsHeld(results)} held until{' '}
      {results.shows.length === 0
        ? 'a show'
        : results.shows.map(({ name, publicToken }, index) => (
            <span key={publicToken}>
              {index === 0 ? 'the show of ' : ' and of '}
              <Link to={`/e/${publicToken}`}>
                <bdi>{name}</bdi>
              </Link>
            </span>
          ))}
      .{results.isShown && ' Until then, only this streamer and admins see them here.'}
    </p>
  ))
}

function whatIsHeld({ games, hasSnapshot }: HeldResults): string {
  const parts = [
    ...(games > 0 ? [formatCount(games, { one: 'game', other: 'games' })] : []),
    ...(hasSnapshot ? ['the results sent last'] : []),
  ]
  return `${parts.join(' and ')} ${games === 1 && !hasSnapshot ? 'is' : 'are'}`
}
