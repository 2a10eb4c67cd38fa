import type { PublicPrizes } from '@rollcall/contract/leagues-prizes'
import { shownName } from '@rollcall/scoring/racer'
import { Quiet } from '#ui/layout/layout.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from '../prizes.module.css'
import { texts } from '../prizes-texts.ts'
import { Racers } from './league-head.tsx'

/** Who wins what, and who is passed over. */
export function PrizesPanel({
  prizes: { isProvisional, ...shown },
}: {
  readonly prizes: PublicPrizes
}) {
  return (
    <Panel title={texts.title}>
      {isProvisional && <Quiet>{texts.provisional}</Quiet>}
      <ol className={classes.prizes} aria-label={texts.title}>
        {shown.prizes.map(({ text, winners, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ranks are in order.
          <li key={index}>
            <bdi>{texts.line(text)}</bdi>{' '}
            {count === 0 ? (
              <Quiet as="span">{texts.nobody}</Quiet>
            ) : (
              <span>
                <Racers racers={winners} count={count} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {shown.passedOver.length > 0 && (
        <ul className={classes.passedOver} aria-label={texts.list}>
          {shown.passedOver.map((racer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hidden racers have the same name.
            <li key={index}>
              <Quiet as="span">
                {texts.ranked(racer.rank)} <bdi>{shownName(racer)}</bdi>,{' '}
                {texts.because(racer.reason)}
              </Quiet>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
