import type { PublicAdjustment } from '@rollcall/contract/events-adjustments'
import { shownName } from '@rollcall/scoring/racer'
import lines from '#ui/lines.module.css'
import { RacerLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { adjustmentInWords } from '#ui/points-terms/points-terms.tsx'
import { texts } from './texts.ts'

/** What organisers changed on the board that the show has revealed, and why. */
export function Adjustments({
  adjustments,
}: {
  readonly adjustments: readonly PublicAdjustment[]
}) {
  return (
    <Panel title={texts.adjustments}>
      <ul className={lines.lines}>
        {adjustments.map((adjustment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and the list does not change.
          <li key={index}>
            <span className={lines.name}>
              <RacerLink racer={adjustment}>
                <bdi>{shownName(adjustment)}</bdi>
              </RacerLink>
            </span>
            <span>{adjustmentInWords(adjustment)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
