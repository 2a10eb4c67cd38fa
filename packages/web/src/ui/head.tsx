import type { ReactNode } from 'react'
import { Row } from '#ui/layout/layout.tsx'
import { BreakableName } from './breakable-name.tsx'
import classes from './head.module.css'
import { ShareButton } from './share-button.tsx'

/** The size of a head's marble or picture. */
export const HEAD_PICTURE_PX = 96

interface HeadProps {
  /** What the thing is: `Racer`, or a link to the list of its kind. */
  readonly kind: ReactNode
  readonly name: string
  /**
   * Which of them is the page's h1, to which navigation moves the focus. `kind` where the page's heading is to be the
   * same for all things of the kind. The name is the large one in any case.
   */
  readonly heading?: 'name' | 'kind'
  /** A `Marble` or a `ProfileImage` of HEAD_PICTURE_PX; absent for what has neither. */
  readonly picture?: ReactNode
  /** The one large number or result that people come for, such as points, a winner, or when it begins. */
  readonly figure?: { readonly label: string; readonly value: ReactNode; readonly note?: ReactNode }
  /** The path of the page; absent: there is nothing to share. */
  readonly share?: string | undefined
  /** What the visitor most likely does next, as a button. */
  readonly next?: ReactNode
  /** Two or three `Fact`s, in one line below the name. */
  readonly children?: ReactNode
}

/** The head of a page about one thing: a racer, channel, game, map, event or league. */
export function Head(props: HeadProps) {
  const { kind, name, heading = 'name', picture, figure, share, next, children } = props
  const Kind = heading === 'kind' ? 'h1' : 'p'
  const Name = heading === 'kind' ? 'p' : 'h1'
  return (
    <Row as="header" gap="md/xl" justify="space-between" className={classes.head}>
      <div className={classes.thing} data-picture={picture !== undefined || undefined}>
        {picture}
        <div className={classes.words}>
          <Kind className={classes.kind} {...(heading === 'kind' && { tabIndex: -1 })}>
            {kind}
          </Kind>
          <Name className={classes.name} {...(heading === 'name' && { tabIndex: -1 })}>
            <bdi>
              <BreakableName>{name}</BreakableName>
            </bdi>
          </Name>
          {children && <p className={classes.facts}>{children}</p>}
        </div>
      </div>
      {figure && (
        <dl className={classes.figure}>
          <dt>{figure.label}</dt>
          <dd>
            {figure.value}
            {figure.note && <small>{figure.note}</small>}
          </dd>
        </dl>
      )}
      {(share !== undefined || next) && (
        <Row gap="xs" align="stretch" className={classes.actions}>
          {share !== undefined && <ShareButton page={share} title={name} variant="default" />}
          {next}
        </Row>
      )}
    </Row>
  )
}

/** A fact in words, which may contain links. */
export function Fact({ children }: { readonly children: ReactNode }) {
  return <span className={classes.fact}>{children}</span>
}
