import type { KeptGame } from '../outbox.ts'

export function keptGame(identity: string, changes: Partial<KeptGame> = {}): KeptGame {
  return {
    identity,
    mode: 'race',
    finishedAt: '2026-10-01T18:00:00.000Z',
    channel: null,
    racers: 2,
    topThree: [],
    parts: { raceData: 'YQ==', checkpointData: null, summaryData: null },
    refusal: null,
    ...changes,
  }
}
