/**
 * Streamers who upload all the time and remember what must be stored: every upload that was answered with 200,
 * completely. Every number in a file follows from its version, so stored data shows its version.
 */
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { DAY_MS } from '@rollcall/formats/durations'
import { eventUpload, gameUpload } from '@rollcall/server/testing/game-files'
import { makeSeason, seasonUpload } from '@rollcall/server/testing/season-files'
import {
  dayFromNow,
  GAMES_SEASON,
  makeEvent,
  makeGame,
  racersIn,
  SEASON,
} from './fault-load-files.ts'

const BEGAN = Date.now()

/** A day in the past, so that the game's marble day is over. The same each time that a game is sent. */
function finishTime(version: number): Date {
  return new Date(BEGAN - (1 + (version % 5)) * DAY_MS)
}

type Upload = ReturnType<typeof seasonUpload>
export type Kind = 'season' | 'event' | 'game'

export interface Answer {
  kind: Kind
  /** 0 if the connection ended without an answer. */
  status: number
  error: string
  ms: number
}

export interface Streamer {
  name: string
  session: SessionHeader
  eventId: number
  /** The last version that was answered with 200, and the last that was sent. */
  acknowledged: Record<Kind, number>
  sent: Record<Kind, number>
  /** Numbers of the games that were answered with 200; others may be stored or not. */
  acceptedGames: Set<number>
}

export class FaultLoad {
  readonly streamers: Streamer[] = []
  /** Ids of the receipts of accepted uploads; all must still be stored. */
  readonly receipts: number[] = []
  uploads = 0

  /** An independent copy, which does not notice later uploads. */
  copy(): FaultLoad {
    const copied = new FaultLoad()
    copied.streamers.push(...structuredClone(this.streamers))
    copied.receipts.push(...this.receipts)
    return copied
  }

  /** @param signIn without it, practice sign-in */
  async join(
    origin: string,
    names: readonly string[],
    signIn?: (name: string) => Promise<SessionHeader>,
  ): Promise<void> {
    const client = openApiClient(origin)
    for (const name of names) {
      const session = await (signIn ?? client.signIn)(name)
      const { usersWithLabel } = await client.call<{
        usersWithLabel: { label: string; value: number }[]
      }>(`/api/dropdowns/users?search=${name}`, session)
      const [configuration] = await client.call<{ id: number }[]>(
        '/api/events/leaderboards',
        session,
      )
      const { id: eventId } = await client.call<{ id: number }>(
        '/api/events/createEventSingle',
        session,
        {
          name: `Cup of ${name}`,
          startDate: dayFromNow(0),
          endDate: dayFromNow(7),
          participants: usersWithLabel.map(({ value }) => value),
          leaderboard: configuration?.id,
        },
      )
      this.streamers.push({
        name,
        session,
        eventId,
        acknowledged: { season: 0, event: 0, game: 0 },
        sent: { season: 0, event: 0, game: 0 },
        acceptedGames: new Set(),
      })
    }
  }

  /** Uploads all kinds at once until `isOver`; resolves when the last upload is answered. */
  play(
    origin: string | (() => string),
    {
      isOver,
      onAnswer = () => {},
      everyMs = 0,
    }: {
      isOver: () => boolean
      onAnswer?: (answer: Answer) => void
      everyMs?: number
    },
  ): Promise<void> {
    const where = typeof origin === 'string' ? () => origin : origin
    const loops = this.streamers.flatMap((streamer) =>
      (['season', 'event', 'game'] as const).map(async (kind) => {
        while (!isOver()) {
          const answer = await this.upload(where(), streamer, kind)
          onAnswer(answer)
          if (answer.status !== 200 || everyMs > 0) {
            await new Promise((resolve) => setTimeout(resolve, Math.max(everyMs, 20)))
          }
        }
      }),
    )
    return Promise.all(loops).then(() => {})
  }

  /** A game that was not accepted is sent again, as from a companion's outbox. */
  async upload(origin: string, streamer: Streamer, kind: Kind): Promise<Answer> {
    const { sent, acceptedGames } = streamer
    if (kind !== 'game' || sent.game === 0 || acceptedGames.has(sent.game)) sent[kind] += 1
    const version = sent[kind]
    const { url = '', headers, payload } = this.#make(streamer, kind, version)
    const began = performance.now()
    try {
      const response = await fetch(new URL(String(url), origin), {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(payload as Buffer),
        signal: AbortSignal.timeout(30_000),
      })
      const body = (await response.json()) as { id: number; error?: string }
      if (response.status === 200) {
        this.uploads += 1
        streamer.acknowledged[kind] = version
        this.receipts.push(body.id)
        if (kind === 'game') streamer.acceptedGames.add(version)
      }
      const ms = performance.now() - began
      return { kind, status: response.status, error: body.error ?? '', ms }
    } catch (error) {
      const ms = performance.now() - began
      return { kind, status: 0, error: (error as Error).message, ms }
    }
  }

  #make({ name, session, eventId }: Streamer, kind: Kind, version: number): Upload {
    const headers = { ...session }
    if (kind === 'season') {
      const racers = racersIn(version).map((racer) => ({ name: racer, racePoints: version }))
      const files = makeSeason({ channel: name, season: SEASON, racers, games: version })
      return seasonUpload(files, { headers })
    }
    if (kind === 'event') {
      return eventUpload({ eventId, eventData: makeEvent(name, version) }, { headers })
    }
    const fields = { season: String(GAMES_SEASON), finishedAt: finishTime(version).toISOString() }
    return gameUpload(makeGame(name, version), { headers, fields })
  }
}
