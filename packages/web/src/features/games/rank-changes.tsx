import { shownName } from '@rollcall/scoring/racer'
import { Sentence } from '#texts/sentence.tsx'
import { FirstFew } from '#ui/first-few.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import { RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { Panel } from '#ui/panel.tsx'
import classes from './game-page.module.css'
import type { Game } from './queries.ts'
import { texts } from './texts.ts'

const { changes: words } = texts
const FIRST = 8

interface RankChangesProps {
  readonly changes: NonNullable<Game['changes']>
}

/** The racers who moved up on the day's board through the game. */
export function RankChanges({ changes }: RankChangesProps) {
  return (
    <Panel title={words.title}>
      <p className={layout.hint}>{words.lead}</p>
      <FirstFew items={changes} first={FIRST} all={words.all}>
        {(shown) => (
          <Stack as="ul" gap="xs" className={classes.changes} aria-label={words.list}>
            {shown.map(({ from, to, ...racer }) => (
              <li key={racer.racer_name}>
                <Sentence
                  text={from === null ? words.entry(to) : words.change(from, to)}
                  parts={{
                    racer: (
                      <RacerLink racer={racer}>
                        <bdi>{shownName(racer)}</bdi>
                      </RacerLink>
                    ),
                  }}
                />
              </li>
            ))}
          </Stack>
        )}
      </FirstFew>
    </Panel>
  )
}
