import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Row } from '#ui/layout/layout.tsx'
import { Button } from './button.tsx'
import classes from './done-message.module.css'
import { Notice } from './notice.tsx'
import { texts } from './texts.ts'

export interface Done {
  readonly sentence: ReactNode
  /** Puts everything back as it was; absent if that is impossible. */
  readonly undo?: {
    readonly run: () => Promise<unknown>
    /** What to say afterwards. */
    readonly sentence: ReactNode
  }
}

/** An ApiError has a sentence for actions. */
interface UndoFailure extends Error {
  readonly sentence?: string
}

/** Somebody has gone on to another field, whose list would close. */
const isTyping = () => document.activeElement?.matches(':is(input, textarea, select)') ?? false

interface DoneMessageProps {
  /** null: nothing has been done yet. */
  readonly done: Done | null
  /** Whether to take the focus, because the pressed button has gone. */
  readonly takesFocus?: boolean
}

/** Says what has been done and offers to undo it. The element is always there, so that changes are read out. */
export function DoneMessage({ done, takesFocus = false }: DoneMessageProps) {
  const message = useRef<HTMLDivElement>(null)
  const undoing = useMutation<unknown, UndoFailure, Done>({
    mutationFn: async ({ undo }) => undo?.run(),
  })
  const isForThis = done !== null && undoing.variables === done
  const isUndone = isForThis && undoing.isSuccess
  useEffect(() => {
    if (isUndone || (takesFocus && done && !isTyping())) {
      message.current?.focus()
    }
  }, [done, isUndone, takesFocus])
  const canUndo = done?.undo !== undefined && !isUndone
  return (
    <>
      <Row gap="xs/sm" ref={message} role="status" tabIndex={-1} className={classes.done}>
        {done && (
          <>
            <IconCheck size={18} aria-hidden />
            <span className={classes.sentence}>
              {isUndone ? done.undo?.sentence : done.sentence}
            </span>
            {canUndo && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                loading={isForThis && undoing.isPending}
                onClick={() => undoing.mutate(done)}
              >
                {texts.undoing.undo}
              </Button>
            )}
          </>
        )}
      </Row>
      {isForThis && undoing.isError && (
        <Notice message={texts.undoing.failed(undoing.error.sentence ?? undoing.error.message)} />
      )}
    </>
  )
}
