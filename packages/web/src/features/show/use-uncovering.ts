import type { ShowView } from '@rollcall/contract/show-view'
import { useState } from 'react'
import { type Uncovering, uncoveringOf } from './show-rows.ts'

/** What the newest view has uncovered since the one before; null on the first one, which moves nothing. */
export function useUncovering(view: ShowView): Uncovering | null {
  const [seen, setSeen] = useState<{ view: ShowView; uncovering: Uncovering | null }>({
    view,
    uncovering: null,
  })
  if (seen.view === view) {
    return seen.uncovering
  }
  // The same stand asked for once more leaves what is moving alone.
  const isSame = seen.view.version === view.version && seen.view.scene === view.scene
  const next = { view, uncovering: isSame ? seen.uncovering : uncoveringOf(seen.view, view) }
  setSeen(next)
  return next.uncovering
}
