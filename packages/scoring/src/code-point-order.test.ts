import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareCodePoints } from './code-point-order.ts'

const texts = fc.string({ unit: 'binary', maxLength: 6 })

describe('compareCodePoints', () => {
  it('puts U+FF21 before U+1F3C1, unlike the order of UTF-16 units', () => {
    expect(compareCodePoints('\u{ff21}', '\u{1f3c1}')).toBeLessThan(0)
    expect('\u{ff21}' < '\u{1f3c1}').toBe(false)
  })

  it('puts a beginning before the whole', () => {
    expect(compareCodePoints('ada', 'adam')).toBeLessThan(0)
  })

  it('is the order of the lists of code points', () => {
    const byList = (a: string, b: string) => {
      const [left, right] = [a, b].map((text) => Array.from(text, (c) => c.codePointAt(0) ?? 0))
      for (const [index, point] of (left ?? []).entries()) {
        const other = right?.[index]
        if (other !== point) {
          return other === undefined ? 1 : point - other
        }
      }
      return (left?.length ?? 0) - (right?.length ?? 0)
    }
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(byList(a, b)))
      }),
    )
  })
})
