import type { UploadWarning } from '@rollcall/contract/upload-warning'
import type { UploadFacts } from '@rollcall/contract/uploads-mine'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconInfoCircle,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Row } from '#ui/layout/layout.tsx'
import classes from './my-uploads-page.module.css'
import { texts } from './texts.ts'

export type ShownOutcome = keyof typeof texts.outcomes

const ICONS: Readonly<Record<ShownOutcome, TablerIcon>> = {
  unchecked: IconClock,
  ready: IconCheck,
  readyUncounted: IconInfoCircle,
  failed: IconClock,
  stored: IconCheck,
  storedUncounted: IconInfoCircle,
  duplicate: IconCheck,
  unused: IconInfoCircle,
  used: IconCheck,
  refused: IconX,
  undone: IconArrowBackUp,
}

interface UploadItemProps {
  readonly outcome: ShownOutcome
  /** What was uploaded, and when. */
  readonly head: ReactNode
  readonly message: string
  readonly warnings: readonly UploadWarning[]
  readonly children?: ReactNode
}

/** What happened, or would happen, to one upload. */
export function UploadItem({ outcome, head, message, warnings, children }: UploadItemProps) {
  const Icon = ICONS[outcome]
  return (
    <li className={classes.item}>
      <Row gap="2xs/sm" className={classes.head}>
        <span className={classes.outcome} data-outcome={outcome}>
          <Icon size={16} aria-hidden />
          {texts.outcomes[outcome]}
        </span>
        {head}
      </Row>
      <p className={classes.message}>
        <bdi translate="yes">{message}</bdi>
      </p>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label={texts.receipt.warnings}>
          {warnings.map((warning, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: warnings may repeat and never move.
            <li key={index}>
              <IconAlertTriangle size={16} aria-hidden />
              <bdi translate="yes">{texts.receipt.warning(warning)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  )
}

/** The name of an event or a map, which somebody chose. */
export function NamesIn({ facts }: { readonly facts: UploadFacts | null }) {
  const name = facts?.kind === 'event' ? facts.event : facts?.kind === 'game' ? facts.map : null
  return name && <bdi>{name}</bdi>
}
