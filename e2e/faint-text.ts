/**
 * The contrast of text that axe skips: in disabled fields and in rows that are still hidden. Both carry information
 * here, such as a date that can no longer be changed, or the rank that comes next.
 */
import type { Page } from '@playwright/test'

export interface FaintText {
  readonly text: string
  readonly contrast: number
}

/** Finds each faint text on the page, except text that is transparent because only its blur is drawn. */
export function findFaintText(page: Page): Promise<FaintText[]> {
  // One long function, because it runs in the browser, where nothing from outside it exists.
  return page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]
    const FAINT =
      ':disabled, [aria-disabled="true"], [data-disabled], :read-only:is(input, textarea), [data-hidden] *'
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

    /** Reads a colour in any CSS notation. */
    function readColor(notation: string): Color {
      if (!context) throw new Error('no canvas')
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = notation
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
      return [red, green, blue, alpha / 255]
    }

    function over(top: Color, ground: Color): Color {
      const alpha = top[3] + ground[3] * (1 - top[3])
      if (alpha === 0) return [0, 0, 0, 0]
      const part = (at: 0 | 1 | 2) =>
        (top[at] * top[3] + ground[at] * ground[3] * (1 - top[3])) / alpha
      return [part(0), part(1), part(2), alpha]
    }

    /** The colours of a gradient. */
    const readStops = (element: Element) =>
      getComputedStyle(element).backgroundImage.match(/(?:rgba?|color|oklab|oklch)\([^)]+\)/g) ?? []

    interface Gradient {
      readonly element: Element
      readonly stop: Color
    }

    /** The colour drawn by nested elements, outermost first; an element's opacity fades all that it contains. */
    function drawn(
      chain: readonly Element[],
      text: Color | null,
      gradient: Gradient | null,
    ): Color {
      const [element, ...inner] = chain
      if (element === undefined) return text ?? [0, 0, 0, 0]
      const { backgroundColor, opacity } = getComputedStyle(element)
      const plain = readColor(backgroundColor)
      const ground = gradient?.element === element ? over(gradient.stop, plain) : plain
      const [red, green, blue, alpha] = over(drawn(inner, text, gradient), ground)
      return [red, green, blue, alpha * Number(opacity)]
    }

    function luminance([red, green, blue]: Color): number {
      const part = (value: number) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
    }

    function measureContrast(element: Element): number {
      const chain: Element[] = []
      for (let at: Element | null = element; at; at = at.parentElement) chain.unshift(at)
      const white: Color = [255, 255, 255, 1]
      const color = readColor(getComputedStyle(element).color)
      const onGradient = chain.findLast((at) => readStops(at).length > 0)
      const gradients: (Gradient | null)[] = onGradient
        ? readStops(onGradient).map((stop) => ({ element: onGradient, stop: readColor(stop) }))
        : [null]
      const contrasts = gradients.map((gradient) => {
        const text = over(drawn(chain, color, gradient), white)
        const ground = over(drawn(chain, null, gradient), white)
        const [darker = 0, lighter = 0] = [luminance(text), luminance(ground)].sort((a, b) => a - b)
        return (lighter + 0.05) / (darker + 0.05)
      })
      return Math.min(...contrasts)
    }

    function ownText(element: Element): string {
      if (element.matches('[type="checkbox"], [type="radio"], [type="file"]')) return ''
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        return element.value.trim()
      }
      if (element instanceof HTMLSelectElement) {
        return element.selectedOptions[0]?.text ?? ''
      }
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      return own
        .map(({ textContent }) => textContent)
        .join('')
        .trim()
    }

    function isVisible(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect()
      const isDrawn = element.checkVisibility({ visibilityProperty: true })
      return isDrawn && width > 1 && height > 1 && readColor(getComputedStyle(element).color)[3] > 0
    }

    const found = new Map<string, { text: string; contrast: number }>()
    for (const faint of document.querySelectorAll(FAINT)) {
      for (const element of [faint, ...faint.querySelectorAll('*')]) {
        const text = ownText(element)
        if (text === '' || !isVisible(element)) continue
        const contrast = measureContrast(element)
        found.set(`${text} ${contrast}`, { text: text.slice(0, 40), contrast })
      }
    }
    return [...found.values()]
  })
}
