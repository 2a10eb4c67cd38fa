/** What each place shows of an event's board at the moment, in the organiser's words. Pure. */
import type { ControlRoom, ShownPlace } from '@rollcall/contract/show'
import { formatCount, formatNumber } from '#ui/format-number.ts'

function shownSentence({ scene, reached, rowCount }: ShownPlace): string {
  switch (scene) {
    case 'before':
      return 'nothing'
    case 'standings':
      return 'standings'
    case 'reveal':
      // A show may start below its last rank.
      return reached === null || reached > rowCount
        ? 'nothing'
        : `rank ${formatNumber(reached)} of ${formatNumber(rowCount)}`
    case 'podium':
      return 'podium'
    case 'final':
      return `final results, ${formatCount(rowCount, { one: 'row', other: 'rows' })}`
  }
}

export function stageSentence(room: ControlRoom): string {
  const { phase, reached, rowCount, isPodiumOpen } = room
  if (phase === 'waiting') {
    return 'nothing'
  }
  if (phase === 'final') {
    return shownSentence({ scene: 'final', reached, rowCount })
  }
  const shown = shownSentence({ scene: isPodiumOpen ? 'podium' : 'reveal', reached, rowCount })
  return phase === 'rehearsal' ? `${shown}, invented names` : shown
}

/** @param standingCount rows of the standings that the overlay shows; null: not known yet */
export function overlaySentence(
  { overlayToken, overlay }: Pick<ControlRoom, 'overlayToken' | 'overlay'>,
  standingCount: number | null,
): string {
  const shown =
    overlay.scene === 'standings' && standingCount !== null
      ? `standings, ${formatCount(standingCount, { one: 'row', other: 'rows' })}`
      : shownSentence(overlay)
  return overlayToken === null ? `${shown}; it has no address yet` : shown
}

type Viewers = Pick<ControlRoom, 'settings' | 'publicToken' | 'viewers' | 'coming'>

/** @param passedMs since the server said so */
export function publicPageSentence(room: Viewers, passedMs: number): string {
  if (!room.settings.isPublic) {
    return 'off'
  }
  const shown = viewersSentence(room, passedMs)
  return room.publicToken === null ? `${shown}; it has no link yet` : shown
}

/** Participants of an event that is not sealed, and of one whose whole board was revealed, see all of it. */
export function participantsSentence(
  room: Viewers & Pick<ControlRoom, 'isOpen'>,
  passedMs: number,
): string {
  return room.isOpen ? 'all results' : viewersSentence(room, passedMs)
}

function viewersSentence({ viewers, coming }: Viewers, passedMs: number): string {
  const [next] = coming
  return next === undefined
    ? shownSentence(viewers)
    : `${shownSentence(viewers)}, ${nextWords(next)} in ${formatNumber(secondsTo(next.inMs - passedMs))} s`
}

/** One second is the least: what is due is shown once the server says so. */
const secondsTo = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

function nextWords(next: ShownPlace): string {
  return next.scene === 'reveal' ? `rank ${formatNumber(next.reached ?? 0)}` : shownSentence(next)
}
