import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import type { LeagueStory } from '@rollcall/contract/leagues-story'
import { shownName } from '@rollcall/scoring/racer'
import { makePalette, pickColor } from '#ui/chart-colors.ts'
import { formatNumber } from '#ui/format-number.ts'
import { RacerLink } from '#ui/links.tsx'
import { rankLines } from './rank-lines.ts'
import classes from './story.module.css'
import { texts } from './texts.ts'

/** More numbers of rounds would touch each other on a phone. */
const MOST_NUMBERS = 12

interface RankChartProps {
  readonly lines: LeagueStory['lines']
  /** Of the rounds that count, in the series. */
  readonly numbers: readonly number[]
}

/** Lines from rank to rank, each with its own dashes and colour, and with its name at its end. */
export function RankChart({ lines, numbers }: RankChartProps) {
  const palette = makePalette(useMantineTheme(), useComputedColorScheme('dark'))
  const { levels, drawn } = rankLines(lines)
  const colorOf = (index: number) => pickColor(palette, undefined, index)
  const step = Math.ceil(numbers.length / MOST_NUMBERS)
  return (
    <div className={classes.chart}>
      <div className={classes.rounds} aria-hidden="true">
        {numbers.map((number, index) => (
          <span key={number}>
            {(numbers.length - 1 - index) % step === 0 && formatNumber(number)}
          </span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={texts.chart(lines.length)}
        className={classes.lines}
        viewBox={`0 0 100 ${levels}`}
        preserveAspectRatio="none"
        style={{ height: `calc(${levels} * var(--level))` }}
      >
        {drawn.map(({ path, dots, dash }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hidden racers have the same name.
          <g key={index} stroke={colorOf(index)}>
            <path d={path} className={classes.line} strokeDasharray={dash} />
            {dots.map(({ x, y }) => (
              // Of no length, with round ends: a dot that is round however wide the chart is.
              <path key={x} d={`M${x} ${y}h0.001`} className={classes.dot} />
            ))}
          </g>
        ))}
      </svg>
      <ol className={classes.names} aria-label={texts.names}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hidden racers have the same name.
          <li key={index}>
            <svg className={classes.sample} viewBox="0 0 24 10" aria-hidden="true">
              <path
                d="M1 5h22"
                className={classes.line}
                stroke={colorOf(index)}
                strokeDasharray={drawn[index]?.dash}
              />
            </svg>
            <span className={classes.rank}>{formatNumber(line.after.at(-1)?.rank ?? null)}</span>
            <span className={classes.name}>
              <RacerLink racer={line}>
                <bdi>{shownName(line)}</bdi>
              </RacerLink>
            </span>
          </li>
        ))}
        {levels > lines.length && <li className={classes.below}>{texts.below}</li>}
      </ol>
    </div>
  )
}
