/** What was created, on the page that follows: its name, and what one does next. */
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { IconCheck } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { ButtonLink } from '#ui/button.tsx'
import form from '#ui/form.module.css'
import { Row, Stack } from '#ui/layout/layout.tsx'
import classes from './event-form.module.css'
import { texts } from './texts.ts'

const { created: words } = texts

export interface Created {
  readonly kind: 'event' | 'series'
  /** Other servers do not say. */
  readonly id: number | undefined
  readonly name: string
}

/** What the page that created it passes on with the address. */
export const withCreated = (created: Created) => ({ state: { created } })

function isCreated(state: unknown): state is { created: Created } {
  return typeof state === 'object' && state !== null && 'created' in state
}

export function CreatedMessage() {
  const state: unknown = useLocation().state
  const created = isCreated(state) ? state.created : null
  if (created === null) {
    return null
  }
  const { kind, id, name } = created
  return (
    <Stack gap="xs" role="status" className={`${form.done} ${classes.created}`}>
      <Row as="p" wrap={false} gap="xs" className={classes.left}>
        <IconCheck size={18} aria-hidden />
        <span>
          <Sentence text={words[kind].done} parts={{ name: <bdi>{name}</bdi> }} />
        </span>
      </Row>
      {id !== undefined && (
        <Row gap="xs">
          {kind === 'event' && (
            <ButtonLink to={addressOf(PAGES.controlRoom, { id })} variant="default" size="xs">
              {words.event.show}
            </ButtonLink>
          )}
          <ButtonLink
            to={addressOf(kind === 'event' ? PAGES.manageEvent : PAGES.manageSeries, { id })}
            variant="default"
            size="xs"
          >
            {words[kind].change}
          </ButtonLink>
        </Row>
      )}
    </Stack>
  )
}
