/** Overwrites the last game's files as the game does: in pieces, one after another, in random order. */
import { chmod, open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import type { SimulatedGame } from './played-games.ts'

/**
 * Resolves when the last byte is written.
 *
 * @param spreadMs roughly the time from the first file to the last
 */
export async function writeGame(
  folder: string,
  game: SimulatedGame,
  { random, spreadMs }: { random: SeededRandom; spreadMs: number },
): Promise<void> {
  const files = random.shuffled([...game.files])
  for (const [index, [name, bytes]] of files.entries()) {
    if (index > 0) {
      await pause((spreadMs / (files.length - 1)) * random.between(0.2, 1))
    }
    await writeInPieces(path.join(folder, name), bytes, { random, pauseMs: spreadMs / 20 })
  }
}

async function writeInPieces(
  file: string,
  bytes: Buffer,
  { random, pauseMs }: { random: SeededRandom; pauseMs: number },
): Promise<void> {
  const pieces = random.whole(1, 3)
  const isLocked = random.onceIn(4) && process.platform !== 'win32'
  // Opening it this way empties it until the first piece is written.
  const handle = await open(file, 'w')
  try {
    if (isLocked) {
      await chmod(file, 0)
    }
    if (random.onceIn(3)) {
      await pause(pauseMs)
    }
    for (let piece = 0; piece < pieces; piece += 1) {
      const [from, to] = [piece, piece + 1].map((at) => Math.floor((bytes.length * at) / pieces))
      await handle.write(bytes.subarray(from, to))
      await pause(piece + 1 < pieces ? pauseMs : 0)
    }
  } finally {
    await handle.close()
    if (isLocked) {
      await chmod(file, 0o644)
    }
  }
}
