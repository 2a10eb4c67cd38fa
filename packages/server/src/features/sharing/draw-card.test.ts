import { expect, it } from 'vitest'
import { type Element, layout } from './draw-card.ts'

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
