import { type Racer, shownName } from '@rollcall/scoring/racer'
import { Link } from 'react-router'
import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { RowName } from '#ui/board/row-name.tsx'
import { FirstFew } from '#ui/first-few.tsx'
import { RacerLink, versusPage } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import type { Rival, Rivals } from './queries.ts'
import pages from './racer-page.module.css'
import classes from './rivals-panel.module.css'
import { texts } from './texts.ts'

const { rivals: words } = texts
const MARBLE_PX = 28
const FIRST = 3

interface RivalsPanelProps {
  readonly racer: Racer
  readonly answer: AwaitedAnswer<Rivals>
}

/** The racers met most often, each with a link to a comparison. */
export function RivalsPanel({ racer, answer }: RivalsPanelProps) {
  return (
    <AnswerPanel title={words.title} answer={answer} height="16rem">
      {({ rivals }) => (
        <>
          <p className={pages.lead}>{words.lead}</p>
          <FirstFew items={rivals} first={FIRST} all={words.all}>
            {(shown) => (
              <ul className={`${classes.rivals} ${ranked.wrapping}`} aria-label={words.title}>
                {shown.map((rival) => (
                  <RivalRow key={rival.racer.racer_name} racer={racer} rival={rival} />
                ))}
              </ul>
            )}
          </FirstFew>
        </>
      )}
    </AnswerPanel>
  )
}

function RivalRow({ racer, rival }: { readonly racer: Racer; readonly rival: Rival }) {
  const { racer: other, games, ahead, behind, points, otherPoints } = rival
  const name = shownName(other)
  return (
    <li className={classes.rival}>
      <RowName
        picture={<RowMarble racer={other} sizePx={MARBLE_PX} />}
        name={name}
        link={(shown) => <RacerLink racer={other}>{shown}</RacerLink>}
      />
      <Link
        to={versusPage(racer, other.address)}
        className={classes.versus ?? ''}
        aria-label={words.versusWith(name)}
      >
        {words.versus}
      </Link>
      <span className={`${classes.facts} ${layout.note}`}>
        {[
          words.met(games),
          words.score(ahead, behind),
          ...(points === null || otherPoints === null ? [] : [words.points(points, otherPoints)]),
        ].join(' · ')}
      </span>
    </li>
  )
}
