import { addressOf, PAGES } from '@rollcall/contract/pages'
import { NameLink } from '#ui/links.tsx'
import { Marble } from './marble.tsx'
import classes from './team-link.module.css'

const MARBLE_PX = 16

interface TeamLinkProps {
  readonly team: { readonly name: string; readonly token: string }
  /** RRGGBBAA. */
  readonly color: string
}

/** The team of a racer, beside their name: a small marble in its colour, and its name, which leads to its page. */
export function TeamLink({ team: { name, token }, color }: TeamLinkProps) {
  return (
    <span className={classes.team}>
      <Marble name={name} color={color} sizePx={MARBLE_PX} />
      <NameLink to={addressOf(PAGES.team, { token })}>
        <bdi>{name}</bdi>
      </NameLink>
    </span>
  )
}
