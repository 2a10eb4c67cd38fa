/**
 * Runs `act` at once or, while the pointer is down, after its release: if the pressed control moved away from under
 * the pointer, the press would have no effect.
 */
export function afterPress(act: () => void): void {
  if (document.querySelector(':active') === null) {
    act()
    return
  }
  addEventListener('mouseup', () => setTimeout(act), { once: true })
}
