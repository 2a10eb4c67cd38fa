import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RankChange } from './rank-change.tsx'

/** What a screen reader says. */
function heard(rank: number, before: { rank: number; day: string }): string {
  const markup = renderToStaticMarkup(<RankChange rank={rank} before={before} today="2026-11-26" />)
  return markup.replaceAll(/<span aria-hidden="true">[^<]*<\/span>/g, '').replaceAll(/<[^>]+>/g, '')
}

it.each([
  [27, { rank: 33, day: '2026-11-25' }, 'up 6 places since yesterday'],
  [2, { rank: 1, day: '2026-11-20' }, 'down 1 place since Nov 20, 2026'],
  [2, { rank: 2, day: '2026-11-25' }, 'No change since yesterday'],
])('rank %i after %o: %s', (rank, before, words) => {
  expect(heard(rank, before)).toBe(words)
})
