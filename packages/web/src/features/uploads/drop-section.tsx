import { FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { PartFailed } from '#ui/part.tsx'
import { CountBar } from '#ui/progress-bar.tsx'
import { canBeSent, type DropItem } from './drop-item.ts'
import classes from './drop-section.module.css'
import { summarise, summariseSent } from './drop-words.ts'
import receipts from './my-uploads-page.module.css'
import { ResultItem } from './result-item.tsx'
import { texts } from './texts.ts'
import { useDrop } from './use-drop.ts'

export function DropSection() {
  const words = texts.drop
  const { drop, check, checkAgain, send, stop, clear } = useDrop()
  const { phase, items, done, total, problem } = drop
  const isBusy = phase === 'checking' || phase === 'sending'
  const [isTooEarly, setIsTooEarly] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const take = (files: File[]) => {
    setIsTooEarly(isBusy)
    if (!isBusy) {
      // They can be dropped anywhere on the page.
      content.current?.scrollIntoView({ block: 'nearest' })
      void check(files)
    }
  }
  const isOver = useDroppedFiles(take)
  /** Moves the focus first, because the pressed button may disappear. */
  const press = (act: () => unknown) => () => {
    content.current?.focus()
    setIsTooEarly(false)
    void act()
  }
  const count = items.filter(canBeSent).length
  const hasNew = items.some(({ state }) => state === 'ready')
  const hasUnchecked = items.some(({ state }) => state === 'unchecked')
  return (
    <Panel title={words.title}>
      <div ref={content} tabIndex={-1}>
        <DropArea isOver={isOver} isBusy={isBusy} onFiles={take} />
        {isBusy && (
          <CountBar
            label={phase === 'checking' ? words.checking : words.uploading}
            done={done}
            total={total}
          />
        )}
        <p role="status" className={classes.summary}>
          {isBusy && isTooEarly && words.tooEarly}
          {phase === 'checked' && summarise(items)}
          {phase === 'sent' && problem === null && summariseSent(items)}
        </p>
        {problem && <Notice message={problem} />}
        {drop.hasPartFailed && <PartFailed />}
        {items.length > 0 && (
          <ul className={receipts.list} aria-label={words.files}>
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items never move, and names repeat.
              <Item key={index} item={item} />
            ))}
          </ul>
        )}
        {phase !== 'empty' && (
          <Row gap="sm/md">
            {!isBusy && count > 0 && (
              <Button onClick={press(send)}>{hasNew ? words.upload(count) : words.tryAgain}</Button>
            )}
            {!isBusy && hasUnchecked && (
              <Button variant="default" onClick={press(checkAgain)}>
                {words.checkAgain}
              </Button>
            )}
            <Button variant="default" onClick={press(isBusy ? stop : clear)}>
              {isBusy ? words.stop : phase === 'checked' && count > 0 ? words.cancel : words.done}
            </Button>
          </Row>
        )}
      </div>
    </Panel>
  )
}

interface DropAreaProps {
  readonly isOver: boolean
  readonly isBusy: boolean
  readonly onFiles: (files: File[]) => void
}

/** Where files are dropped or chosen. */
function DropArea({ isOver, isBusy, onFiles }: DropAreaProps) {
  const words = texts.drop
  const resetInput = useRef<() => void>(null)
  return (
    <Stack gap="xs" align="center" className={classes.area} data-over={isOver || undefined}>
      <IconFileUpload size={32} aria-hidden />
      <p>{words.hint}</p>
      <FileButton
        multiple
        accept=".csv,.zip"
        resetRef={resetInput}
        inputProps={{ 'aria-label': words.input }}
        onChange={(files) => {
          // Allows the same files to be chosen again.
          resetInput.current?.()
          if (files.length > 0) {
            onFiles(files)
          }
        }}
      >
        {(props) => (
          <Button {...props} variant="default" aria-disabled={isBusy || undefined}>
            {words.choose}
          </Button>
        )}
      </FileButton>
    </Stack>
  )
}

function Item({ item }: { readonly item: DropItem }) {
  const { names, state, upload } = item
  const playedAt = upload?.kind === 'game' && state !== 'stored' ? upload.at : null
  return (
    <ResultItem names={names} result={item}>
      {playedAt && <time dateTime={playedAt}>{texts.drop.playedAt(playedAt)}</time>}
    </ResultItem>
  )
}

/** Accepts files anywhere on the page; elsewhere the browser would leave the page and open the file. */
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
