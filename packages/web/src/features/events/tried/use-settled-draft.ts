import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** A draft once nobody types any more. Drafts with the same content are the same. */
export function useSettledDraft<Draft>(
  draft: Draft,
  delayMs: number,
): { settled: Draft; isSettled: boolean } {
  const content = JSON.stringify(draft)
  const [settled, setSettled] = useState({ draft, content })
  const settle = useDebouncedCallback(setSettled, delayMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is new each time, and its content is not
  useEffect(() => settle({ draft, content }), [settle, content])
  return { settled: settled.draft, isSettled: settled.content === content }
}
