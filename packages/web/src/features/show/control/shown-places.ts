/** Sentences that tell an organiser what each place shows of the board now. Pure. */
import type { ControlRoom, ShownPlace } from '@rollcall/contract/show'
import { texts } from './texts.ts'

const { places } = texts

function shownSentence({ scene, reached, rowCount }: ShownPlace): string {
  switch (scene) {
    case 'before':
      return places.nothing
    case 'standings':
      return places.standings
    case 'reveal':
      // A show may start below its last rank.
      return reached === null || reached > rowCount
        ? places.nothing
        : places.rankOf(reached, rowCount)
    case 'podium':
      return places.podium
    case 'final':
      return places.finalResults(rowCount)
  }
}

export function stageSentence(room: ControlRoom): string {
  const { phase, reached, rowCount, isPodiumOpen } = room
  if (phase === 'waiting') {
    return places.nothing
  }
  if (phase === 'final') {
    return shownSentence({ scene: 'final', reached, rowCount })
  }
  const shown = shownSentence({ scene: isPodiumOpen ? 'podium' : 'reveal', reached, rowCount })
  return phase === 'rehearsal' ? places.rehearsed(shown) : shown
}

/** @param standingCount rows of the standings that the overlay shows; null: not known yet */
export function overlaySentence(
  { overlayToken, overlay }: Pick<ControlRoom, 'overlayToken' | 'overlay'>,
  standingCount: number | null,
): string {
  const shown =
    overlay.scene === 'standings' && standingCount !== null
      ? places.countedStandings(standingCount)
      : shownSentence(overlay)
  return overlayToken === null ? places.withoutAddress(shown) : shown
}

type Viewers = Pick<ControlRoom, 'settings' | 'publicToken' | 'viewers' | 'coming'>

/** @param passedMs since the server's answer */
export function publicPageSentence(room: Viewers, passedMs: number): string {
  if (!room.settings.isPublic) {
    return places.off
  }
  const shown = viewersSentence(room, passedMs)
  return room.publicToken === null ? places.withoutLink(shown) : shown
}

/** Participants see the whole board if the event is not sealed, or once all of it is uncovered. */
export function participantsSentence(
  room: Viewers & Pick<ControlRoom, 'isOpen'>,
  passedMs: number,
): string {
  return room.isOpen ? places.allResults : viewersSentence(room, passedMs)
}

function viewersSentence({ viewers, coming }: Viewers, passedMs: number): string {
  const [next] = coming
  return next === undefined
    ? shownSentence(viewers)
    : places.soon(shownSentence(viewers), describeNext(next), secondsTo(next.inMs - passedMs))
}

/** At least one second, because what is due is shown only once the server says so. */
const secondsTo = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

function describeNext(next: ShownPlace): string {
  return next.scene === 'reveal' ? places.rank(next.reached ?? 0) : shownSentence(next)
}
