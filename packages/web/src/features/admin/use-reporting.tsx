import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { loading } from '#api/query-keys.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { loadPart } from '#ui/load-chunk.ts'
import { Modal } from '#ui/modal.tsx'
import { PartFailed } from '#ui/part.tsx'
import classes from '#ui/row-button.module.css'
import { ROVING } from '#ui/use-roving-stop.ts'
import type { Reported } from './report-form.tsx'
import { reportTexts } from './report-texts.ts'

const { reporting } = reportTexts

interface Reporting {
  /** Asks what is wrong with the row. The function never changes. */
  readonly report: (reported: Reported) => void
  readonly dialog: ReactNode
}

/** One dialog for all rows of a page; its form is loaded when it opens. */
export function useReporting(): Reporting {
  const [reported, setReported] = useState<Reported | null>(null)
  const close = useCallback(() => setReported(null), [])
  return {
    report: setReported,
    dialog: (
      <Modal isOpen={reported !== null} title={reporting.title} onClose={close}>
        {reported && <LoadedForm reported={reported} onClose={close} />}
      </Modal>
    ),
  }
}

interface LoadedFormProps {
  readonly reported: Reported
  readonly onClose: () => void
}

function LoadedForm({ reported, onClose }: LoadedFormProps) {
  const { data: ReportForm, isError } = useQuery({
    ...loading('report-form', () => loadPart(() => import('./report-form.tsx'))),
    staleTime: Number.POSITIVE_INFINITY,
    select: (part) => part.ReportForm,
  })
  if (isError) {
    return <PartFailed />
  }
  return ReportForm ? (
    <ReportForm reported={reported} onClose={onClose} />
  ) : (
    <p role="status">{reporting.loading}</p>
  )
}

interface ReportButtonProps {
  readonly name: string
  readonly onPress: () => void
}

/**
 * A button at the end of a row, in the space that the last cell leaves free. The buttons of a list are a single Tab
 * stop (`useRovingStop`).
 */
export function ReportButton({ name, onPress }: ReportButtonProps) {
  return (
    <IconButton
      className={`${classes.button} ${classes.warning}`}
      {...ROVING}
      aria-label={reporting.reportRow(name)}
      aria-keyshortcuts="ArrowUp ArrowDown"
      title={reporting.report}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <IconFlag size={16} stroke={1.75} aria-hidden />
    </IconButton>
  )
}
