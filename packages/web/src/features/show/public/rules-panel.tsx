import type { EventRules } from '@rollcall/contract/show-links'
import { EACH_KINDS } from '@rollcall/scoring/explanation'
import { Fragment } from 'react'
import cards from '#ui/cards.module.css'
import { formatList } from '#ui/format-list.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './rules-panel.module.css'
import { texts } from './texts.ts'

const { rules: words } = texts

/** How many positions are listed one by one. */
const LISTED = 3

/** How an event's points are given, in plain words. */
export function RulesPanel({ rules }: { readonly rules: EventRules }) {
  const { modes, paysUnfinished } = rules
  const counting = (['racing', 'battleRoyale', 'tilted'] as const).filter((mode) => modes[mode])
  const lines = [...positionLines(rules.positions), ...eachLines(rules.each)]
  return (
    <Panel title={words.title}>
      <p>{words.modes(formatList(counting.map((mode) => words.mode[mode])))}</p>
      <dl className={`${cards.facts} ${classes.rules}`}>
        {lines.map(({ what, points }) => (
          <Fragment key={what}>
            <dt>{what}</dt>
            <dd>{points}</dd>
          </Fragment>
        ))}
      </dl>
      {!paysUnfinished && rules.positions.some((points) => points !== 0) && (
        <Quiet>{words.unfinished}</Quiet>
      )}
    </Panel>
  )
}

interface Line {
  readonly what: string
  readonly points: string
}

function positionLines(positions: readonly number[]): Line[] {
  const paid = positions.slice(0, positions.findLastIndex((points) => points !== 0) + 1)
  const isShort = paid.length <= LISTED + 1
  const listed = paid.slice(0, isShort ? paid.length : LISTED).map((points, index) => ({
    what: words.place(index + 1),
    points: formatNumber(points),
  }))
  if (isShort) return listed
  const [first = 0, last = 0] = [paid[LISTED], paid.at(-1)]
  return [
    ...listed,
    { what: words.places(LISTED + 1, paid.length), points: words.range(first, last) },
  ]
}

function eachLines(each: EventRules['each']): Line[] {
  return EACH_KINDS.flatMap((kind) => {
    const points = each[kind]
    return points === undefined ? [] : [{ what: words.each[kind], points: formatNumber(points) }]
  })
}
