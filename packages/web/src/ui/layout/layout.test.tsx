import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Row } from './layout.tsx'

it('keeps the gap between columns where there is none between lines', () => {
  // The theme has no space called 0, and one unknown value makes a browser ignore the whole gap.
  expect(renderToStaticMarkup(<Row gap="0/sm" />)).toContain('gap:0 var(--mantine-spacing-sm)')
})
