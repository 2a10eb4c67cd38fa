import { afterAll, beforeAll, vi } from 'vitest'
import type { Card } from '../../src/outputs/cards/card.ts'
import { OwnThread } from '../../src/platform/own-thread.ts'

/**
 * Call it in a file or a `describe` that asks for many pictures. Each is then what it would show, as JSON: drawing takes
 * a fifth of a second, and nobody could look for a name in it.
 */
export function leavePicturesUndrawn(): void {
  beforeAll(() => {
    const { ask } = OwnThread.prototype
    vi.spyOn(OwnThread.prototype, 'ask').mockImplementation(function (
      this: OwnThread<unknown, unknown>,
      request,
    ) {
      return isCard(request)
        ? Promise.resolve(new TextEncoder().encode(JSON.stringify(request)))
        : ask.call(this, request)
    })
  })
  afterAll(() => void vi.restoreAllMocks())
}

const isCard = (request: unknown): request is Card =>
  typeof request === 'object' && request !== null && 'site' in request
