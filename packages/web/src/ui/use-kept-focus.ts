import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * For an area whose controls come and go: if the one with the focus disappears, the focus goes to what took its place.
 * Otherwise it would be nowhere, and a keyboard would begin again at the top of the page.
 *
 * @param next a selector for the control that takes over, the first of those that exist
 */
export function useKeptFocus<Area extends HTMLElement>(next: string) {
  const area = useRef<Area>(null)
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) {
      area.current?.querySelector<HTMLElement>(next)?.focus()
    }
  })
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target
  }
  return { ref: area, onFocus }
}
