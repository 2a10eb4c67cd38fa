import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

interface FirstFewProps<Item> {
  readonly items: readonly Item[]
  /** How many are shown first. */
  readonly first: number
  /** The button that shows all of so many. */
  readonly all: (count: number) => string
  readonly children: (shown: readonly Item[]) => ReactNode
}

/** The first few of a list that is there, and a button that shows all of it. */
export function FirstFew<Item>({ items, first, all, children }: FirstFewProps<Item>) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, first)
  return (
    <>
      {children(shown)}
      {shown.length < items.length && (
        <Button variant="default" size="xs" onClick={() => setIsWhole(true)}>
          {all(items.length)}
        </Button>
      )}
    </>
  )
}
