/**
 * The contrast of text that axe leaves out: what is disabled, and what stands in rows that are still hidden.
 * Both carry information here: a date that can no longer be changed, the rank that comes next.
 */
import type { Page } from '@playwright/test'

export interface FaintText {
  readonly text: string
  readonly contrast: number
}

/** The one of each text and colour on the page; what is drawn as a blur alone has no colour of its own. */
export function findFaintText(page: Page): Promise<FaintText[]> {
  return page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]
    const FAINT =
      ':disabled, [aria-disabled="true"], [data-disabled], :read-only:is(input, textarea), [data-hidden] *'
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

    /** Whatever notation the browser has for it. */
    function colorOf(notation: string): Color {
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
    const stopsOf = (element: Element) =>
      getComputedStyle(element).backgroundImage.match(/(?:rgba?|color|oklab|oklch)\([^)]+\)/g) ?? []

    interface Gradient {
      readonly element: Element
      readonly stop: Color
    }

    /** What is drawn where the element is, an opacity fading all that it holds. */
    function drawn(
      chain: readonly Element[],
      text: Color | null,
      gradient: Gradient | null,
    ): Color {
      const [element, ...inner] = chain
      if (element === undefined) return text ?? [0, 0, 0, 0]
      const { backgroundColor, opacity } = getComputedStyle(element)
      const plain = colorOf(backgroundColor)
      const ground = gradient?.element === element ? over(gradient.stop, plain) : plain
      const [red, green, blue, alpha] = over(drawn(inner, text, gradient), ground)
      return [red, green, blue, alpha * Number(opacity)]
    }

    function luminance([red, green, blue]: Color): number {
      const part = (value: number) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
    }

    function contrastOf(element: Element): number {
      const chain: Element[] = []
      for (let at: Element | null = element; at; at = at.parentElement) chain.unshift(at)
      const white: Color = [255, 255, 255, 1]
      const color = colorOf(getComputedStyle(element).color)
      const onGradient = chain.findLast((at) => stopsOf(at).length > 0)
      const gradients: (Gradient | null)[] = onGradient
        ? stopsOf(onGradient).map((stop) => ({ element: onGradient, stop: colorOf(stop) }))
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

    function isSeen(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect()
      const isDrawn = element.checkVisibility({ visibilityProperty: true })
      return isDrawn && width > 1 && height > 1 && colorOf(getComputedStyle(element).color)[3] > 0
    }

    const found = new Map<string, { text: string; contrast: number }>()
    for (const faint of document.querySelectorAll(FAINT)) {
      for (const element of [faint, ...faint.querySelectorAll('*')]) {
        const text = ownText(element)
        if (text === '' || !isSeen(element)) continue
        const contrast = contrastOf(element)
        found.set(`${text} ${contrast}`, { text: text.slice(0, 40), contrast })
      }
    }
    return [...found.values()]
  })
}
