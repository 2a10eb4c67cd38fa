/** The thread in which share pictures are drawn. */
import { parentPort } from 'node:worker_threads'
import type { Card } from './card.ts'
import { drawCard } from './draw-card.ts'

parentPort?.on('message', async (card: Card) => {
  const png = await drawCard(card)
  // A copy of its own: the drawing's buffer cannot be handed over.
  const bytes = new Uint8Array(png)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
