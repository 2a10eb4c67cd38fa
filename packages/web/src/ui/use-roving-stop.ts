import { type RefObject, useEffect } from 'react'

/** Attributes that mark one of many similar controls in a list. */
export const ROVING = { 'data-roving': true, tabIndex: -1 } as const

const SELECTOR = '[data-roving]'

/**
 * Turns the marked controls inside an element into a single Tab stop: the control that had the focus last, or the
 * first. The arrow keys, Home and End move between them. Rows may come and go, so it checks after each render.
 */
export function useRovingStop(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const controls = controlsIn(container.current)
    if (!controls.some(({ tabIndex }) => tabIndex === 0)) controls[0]?.setAttribute('tabindex', '0')
  })

  useEffect(() => {
    const element = container.current
    if (element === null) return
    const keepStop = ({ target }: FocusEvent) => {
      const controls = controlsIn(element)
      const focused = controls.find((control) => control === target)
      if (focused === undefined) return
      for (const control of controls) control.tabIndex = control === focused ? 0 : -1
    }
    const move = (event: KeyboardEvent) => {
      const controls = controlsIn(element)
      const index = event.target instanceof HTMLElement ? controls.indexOf(event.target) : -1
      const next = index === -1 ? undefined : nextIndex(event.key, index, controls.length)
      if (next === undefined) return
      event.preventDefault()
      controls[next]?.focus()
    }
    element.addEventListener('focusin', keepStop)
    element.addEventListener('keydown', move)
    return () => {
      element.removeEventListener('focusin', keepStop)
      element.removeEventListener('keydown', move)
    }
  }, [container])
}

function controlsIn(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>(SELECTOR) ?? [])]
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
