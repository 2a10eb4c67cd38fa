import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Reported } from './reported.ts'

const LOAD_TIMEOUT_MS = 120_000

async function loadReportForm() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), LOAD_TIMEOUT_MS)
  })
  try {
    return (await Promise.race([import('./report-form.tsx'), tooLate])).ReportForm
  } finally {
    clearTimeout(timer)
  }
}

interface Reporting {
  /** Asks what is wrong with the row; always the same function. */
  readonly report: (reported: Reported) => void
  readonly dialog: ReactNode
}

/** One dialog for all rows of a page; what it shows is loaded when it opens. */
export function useReporting(): Reporting {
  const [reported, setReported] = useState<Reported | null>(null)
  const close = useCallback(() => setReported(null), [])
  return {
    report: setReported,
    dialog: (
      <Modal isOpen={reported !== null} title="Report a row" onClose={close}>
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
  const {
    data: ReportForm,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['admin', 'report form'],
    // A component is a function, which a query would not keep as it is.
    queryFn: async () => ({ Form: await loadReportForm() }),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ Form }) => Form,
    meta: { isPublic: true },
  })
  if (isError) {
    return (
      <Notice
        message="A part of the page did not load. Check your connection, then try again."
        onRetry={() => void refetch()}
      />
    )
  }
  return ReportForm ? (
    <ReportForm reported={reported} onClose={onClose} />
  ) : (
    <p role="status">Loading...</p>
  )
}
