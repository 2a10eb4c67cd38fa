import { normalLogin, type Racer, type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { IconSwords } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#api/current-user.ts'
import { useSessionToken } from '#api/session.ts'
import { Marble } from '#ui/board/marble.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { versusPage } from '#ui/links.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { isAt } from './is-at.ts'
import classes from './racer-title.module.css'
import { texts } from './texts.ts'

const { hero: words } = texts
const MARBLE_PX = 96

interface RacerTitleProps {
  readonly address: Racer
  /** The login until the name has loaded. */
  readonly label: RacerLabel
  /** The page could not be loaded, perhaps because nobody has that name. */
  readonly isUnknown: boolean
  /** Whether it is there for nobody else. */
  readonly isHidden: boolean
}

/** The marble, the name, and a link to a comparison with the visitor. */
export function RacerTitle({ address, label, isUnknown, isHidden }: RacerTitleProps) {
  const visitor = useVisitor()
  const isOwn = visitor !== null && isAt(address, visitor)
  return (
    <div className={classes.title}>
      <Marble name={label.racer_name} color={label.color} sizePx={MARBLE_PX} />
      <PageHeading
        title={shownName(label)}
        actions={
          visitor &&
          !isOwn &&
          !isUnknown && (
            <ButtonLink
              to={versusPage(visitor, address)}
              variant="default"
              leftSection={<IconSwords size={18} aria-hidden />}
            >
              {words.versus}
            </ButtonLink>
          )
        }
      >
        {isOwn && (isHidden ? words.hidden : words.own)}
      </PageHeading>
    </div>
  )
}

/** The racer who is signed in; null: nobody. */
function useVisitor(): Racer | null {
  const isSignedIn = useSessionToken() !== null
  const { data: user } = useQuery({ ...currentUserQuery, enabled: isSignedIn })
  return isSignedIn && user ? { platform: 'twitch', login: normalLogin(user.username) } : null
}
