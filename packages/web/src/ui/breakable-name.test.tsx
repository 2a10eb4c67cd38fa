import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BreakableName, nameParts } from './breakable-name.tsx'

test.each([
  ['caster_of_long_names', ['caster_', 'of_', 'long_', 'names']],
  ['MarbleMaven', ['Marble', 'Maven']],
  ['__x__', ['__', 'x__']],
  ['OBS', ['OBS']],
  ['ガラス玉', ['ガラス玉']],
  ['\u{1F389} party', ['\u{1F389} party']],
])('%s may break between its parts', (name, parts) => {
  expect(nameParts(name)).toEqual(parts)
  const drawn = renderToStaticMarkup(<BreakableName>{name}</BreakableName>)
  expect(drawn.split('<wbr/>').map((part) => part.replace(/<.*?>/g, ''))).toEqual(parts)
})
