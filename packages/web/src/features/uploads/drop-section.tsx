import { FileButton } from '@mantine/core'
import { IconCheck, IconClock, IconFileUpload, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import forms from '#ui/form.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { CountBar } from '#ui/progress-bar.tsx'
import { type DropItem, isToBeSent } from './drop-item.ts'
import classes from './drop-section.module.css'
import { sentOf, summaryOf } from './drop-words.ts'
import receipts from './my-uploads-page.module.css'
import { UploadItem } from './upload-item.tsx'
import { useDrop } from './use-drop.ts'

export function DropSection() {
  const { drop, check, checkAgain, send, stop, clear } = useDrop()
  const { phase, items, done, total, problem } = drop
  const isBusy = phase === 'checking' || phase === 'sending'
  const [isTooEarly, setIsTooEarly] = useState(false)
  const take = (files: File[]) => {
    setIsTooEarly(isBusy)
    if (!isBusy) {
      void check(files)
    }
  }
  const isOver = useDroppedFiles(take)
  const content = useRef<HTMLDivElement>(null)
  /** The button that is pressed may go. */
  const press = (act: () => unknown) => () => {
    content.current?.focus()
    setIsTooEarly(false)
    void act()
  }
  const resetInput = useRef<() => void>(null)
  const count = items.filter(isToBeSent).length
  const hasNew = items.some(({ state }) => state === 'ready')
  const hasUnchecked = items.some(({ state }) => state === 'unchecked')
  return (
    <Panel title="Upload files">
      <div ref={content} tabIndex={-1} className={classes.content}>
        <div className={classes.area} data-over={isOver || undefined}>
          <IconFileUpload size={32} aria-hidden />
          <p>
            Drop files of the game, snapshots or day logs of the public companion, or a zip of them,
            anywhere on this page. You see what they would change before anything is stored.
          </p>
          <FileButton
            multiple
            accept=".csv,.zip"
            resetRef={resetInput}
            inputProps={{ 'aria-label': 'Files to upload' }}
            onChange={(files) => {
              // The same files can be chosen again.
              resetInput.current?.()
              if (files.length > 0) {
                take(files)
              }
            }}
          >
            {(props) => (
              <Button {...props} variant="default" aria-disabled={isBusy || undefined}>
                Choose files
              </Button>
            )}
          </FileButton>
        </div>
        {isBusy && (
          <CountBar
            label={phase === 'checking' ? 'Checking the files' : 'Uploading'}
            done={done}
            total={total}
          />
        )}
        <p role="status" className={classes.summary}>
          {isBusy && isTooEarly && 'Wait until these are done.'}
          {phase === 'checked' && `${summaryOf(items)}.`}
          {phase === 'sent' && problem === null && `${sentOf(items)}.`}
        </p>
        {problem && <Notice message={problem} />}
        {items.length > 0 && (
          <ul className={receipts.list} aria-label="The files">
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they stay where they are, and names repeat.
              <Item key={index} item={item} />
            ))}
          </ul>
        )}
        {phase !== 'empty' && (
          <div className={forms.actions}>
            {!isBusy && count > 0 && (
              <Button onClick={press(send)}>
                {!hasNew ? 'Try again' : count === 1 ? 'Upload it' : `Upload ${count}`}
              </Button>
            )}
            {!isBusy && hasUnchecked && (
              <Button variant="default" onClick={press(checkAgain)}>
                Check again
              </Button>
            )}
            <Button variant="default" onClick={press(isBusy ? stop : clear)}>
              {isBusy ? 'Stop' : phase === 'checked' && count > 0 ? 'Cancel' : 'Done'}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

const STATES = {
  ready: { label: 'Can be taken', icon: IconCheck },
  known: { label: 'Already there', icon: IconCheck },
  sent: { label: 'Taken', icon: IconCheck },
  unused: { label: 'Not used', icon: IconInfoCircle },
  unchecked: { label: 'Not yet', icon: IconClock },
  failed: { label: 'Not yet', icon: IconClock },
  refused: { label: 'Refused', icon: IconX },
} as const

/** Of games that a snapshot already covers. */
const UNCOUNTED: Partial<Record<DropItem['state'], string>> = {
  ready: 'Changes no season',
  sent: 'Stored, changed no season',
}

function Item({ item }: { readonly item: DropItem }) {
  const { names, state, message, warnings, upload, isUncounted } = item
  const playedAt = upload?.kind === 'game' && state !== 'sent' ? upload.at : null
  return (
    <UploadItem
      outcome={{
        name: state,
        ...STATES[state],
        ...(isUncounted && {
          label: UNCOUNTED[state] ?? STATES[state].label,
          icon: IconInfoCircle,
        }),
      }}
      facts={
        <>
          <bdi className={classes.names}>{names.join(', ')}</bdi>
          {playedAt && (
            <span>
              played <time dateTime={playedAt}>{formatInstant(playedAt)}</time>
            </span>
          )}
        </>
      }
      message={message}
      warnings={warnings}
    />
  )
}

/** Anywhere on the page, since the browser would otherwise leave it and show the file. */
function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const listener = useRef(onFiles)
  useEffect(() => {
    listener.current = onFiles
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) {
        event.preventDefault()
        setIsOver(true)
      }
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) {
        setIsOver(false)
      }
    }
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      setIsOver(false)
      if (files.length > 0) {
        event.preventDefault()
        listener.current(files)
      }
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
