import { expect, it } from 'vitest'
import { drawSvg, type Element, layout } from './draw-card.ts'

const partsOf = ({ props }: Element): Element[] =>
  [props.children].flat().flatMap((child) => {
    const isPart = typeof child === 'object' && child !== null
    return isPart ? [child as Element, ...partsOf(child as Element)] : []
  })

const textOf = (part: Element) =>
  partsOf(part)
    .flatMap(({ props }) => [props.children].flat())
    .filter((child) => typeof child === 'string')

const racer = (name: string) => ({ key: name, name, color: null })

it('draws all racers who share a place in the same size, and says how many more there are', () => {
  const racers = ['ada', 'bob', 'cid'].map((name) => ({ ...racer(name), rank: 1, points: '50' }))
  const drawn = layout({ title: 'Cup', about: '', site: '', kind: 'podium', racers, more: 2 })
  const marbles = partsOf(drawn).filter(({ type }) => type === 'svg')
  expect(marbles.map(({ props }) => props.width)).toEqual([150, 150, 150])
  expect(textOf(drawn)).toContain('and 2 more')
})

it('draws a single winner larger', () => {
  const racers = ['ada', 'bob', 'cid'].map((name, index) => ({
    ...racer(name),
    rank: index + 1,
    points: '5',
  }))
  const drawn = layout({ title: 'Cup', about: '', site: '', kind: 'podium', racers, more: 0 })
  const marbles = partsOf(drawn).filter(({ type }) => type === 'svg')
  expect(marbles.map(({ props }) => props.width)).toEqual([140, 200, 140])
  expect(textOf(drawn).filter((text) => String(text).includes('more'))).toEqual([])
})

it('draws long names on the podium smaller, before they are cut', () => {
  const sizeOf = (name: string) => {
    const first = { ...racer(name), rank: 1, points: '5' }
    const drawn = layout({
      ...{ title: 'Cup', about: '', site: '', kind: 'podium', racers: [first], more: 0 },
    } as const)
    const part = partsOf(drawn).find(({ props }) => [props.children].flat().includes(name))
    return (part?.props.style as { fontSize?: number } | undefined)?.fontSize
  }
  expect(sizeOf('ada')).toBe(46)
  expect(sizeOf('hildegard_of_bingen_25chr')).toBe(30)
  expect(sizeOf('W'.repeat(25))).toBe(28)
  expect(sizeOf('琴音の選手権')).toBe(46)
})

it('draws the marble of the racer, in the colour of the name', () => {
  const marbleOf = (key: string, name: string, color: string | null) => {
    const shown = { key, name, color, rank: 4, points: '5' }
    const drawn = layout({ title: 'Cup', about: '', site: '', kind: 'racer', racer: shown, of: 9 })
    expect(textOf(drawn)).toContain(name)
    return JSON.stringify(partsOf(drawn).filter(({ type }) => type === 'svg'))
  }
  const marble = marbleOf('quartzina', 'quartzina', null)
  expect(marbleOf('quartzina', '琴音', null)).toBe(marble)
  expect(marbleOf('quartzina', 'quartzina', '00FF00FF')).not.toBe(marble)
})

const drawName = async (name: string) => {
  const shown = { key: 'login', name, color: null, rank: 4, points: '5' }
  const card = { title: name, about: name, site: '', kind: 'racer', racer: shown, of: 9 } as const
  const { card: drawn, missing } = await drawSvg(card)
  return { ...drawn, missing }
}

it.each([
  ['Arabic', 'مرحبا بالعالم'],
  ['Armenian', 'Հայերեն'],
  ['Bengali', 'বাংলা ক্ষ'],
  ['Chinese', '你们说简体 龍龙'],
  ['Cyrillic', 'Ўзбекистан Ђорђе'],
  ['Devanagari', 'हिन्दी क्षत्रिय'],
  ['emoji', '🔥🇯🇵'],
  ['Georgian', 'ქართული'],
  ['Greek', 'ΟΔΥΣΣΕΥΣ ἀγορά'],
  ['Hebrew', 'שלום עולם'],
  ['Japanese', '小琴 キャロル ﾊﾝｶｸ'],
  ['Korean', '김민수 뷁'],
  ['Latin', 'Łódź Nguyễn Ștefan'],
  ['letters of mathematics', '𝓕𝓪𝓷𝓬𝔂 ★ ♥'],
  ['Tamil', 'தமிழ் கொடி'],
  ['Thai', 'กำลังทำ น้ำ'],
])('has all letters of %s', async (_, name) => {
  expect(await drawName(name)).toMatchObject({ missing: '', title: name, racer: { name } })
})

it('draws an emoji of several parts as its first', async () => {
  expect(await drawName('go 👩‍🚀 ❤️')).toMatchObject({ missing: '', racer: { name: 'go 👩 ❤' } })
})

it('draws the login in place of a name with letters that no font has', async () => {
  expect(await drawName('አማርኛ 7')).toMatchObject({
    ...{ missing: '', title: ' 7', about: ' 7' },
    racer: { key: 'login', name: 'login' },
  })
})
