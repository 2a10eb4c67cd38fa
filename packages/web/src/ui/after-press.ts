/**
 * Does it at once, or where the pointer is down only once it is let go: what is pressed must not move away
 * under it, or nothing would be pressed.
 */
export function afterPress(act: () => void): void {
  if (document.querySelector(':active') === null) {
    act()
    return
  }
  addEventListener('mouseup', () => setTimeout(act), { once: true })
}
