/** The thread that draws share pictures. */
import { parentPort } from 'node:worker_threads'
import type { Card } from './card.ts'
import { drawCard } from './draw-card.ts'

parentPort?.on('message', async (card: Card) => {
  const png = await drawCard(card)
  // A copy, because the renderer's own buffer cannot be transferred.
  const bytes = new Uint8Array(png)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
