import { Button, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { ProgressBar } from '#ui/progress-bar.tsx'
import classes from './installer-panel.module.css'
import { downloadFailureOf } from './release-failure.ts'
import { RetryButton } from './retry-button.tsx'
import { useDownload } from './use-download.ts'

/** Idle, downloading, then idle again; a red button with the reason where it failed. */
export function DownloadButton({ fileName }: { readonly fileName: string }) {
  const { download, progress, cancel } = useDownload()
  const button = useRef<HTMLButtonElement>(null)
  const start = () => download.mutate(fileName)
  const { isPending } = download

  const wasPending = useRef(false)
  useEffect(() => {
    // A disabled button lets go of the focus; whoever pressed it by keyboard is still there.
    const hasLostFocus = wasPending.current && document.activeElement === document.body
    if (!isPending && hasLostFocus) button.current?.focus()
    wasPending.current = isPending
  }, [isPending])

  if (download.isError)
    return <RetryButton failure={downloadFailureOf(download.error)} onRetry={start} />
  return (
    <div className={classes.action}>
      <Button
        ref={button}
        size="lg"
        className={classes.button ?? ''}
        classNames={{ label: classes.label ?? '' }}
        leftSection={<IconDownload size={22} aria-hidden />}
        disabled={isPending}
        onClick={start}
      >
        {isPending ? 'Downloading...' : fileName}
      </Button>
      {isPending && (
        <>
          <div className={classes.progress}>
            <ProgressBar
              label={`Download of ${fileName}`}
              loadedBytes={progress?.loadedBytes ?? 0}
              totalBytes={progress?.totalBytes ?? null}
            />
          </div>
          <Button
            variant="default"
            size="compact-sm"
            className={classes.cancel ?? ''}
            onClick={cancel}
          >
            Cancel download
          </Button>
        </>
      )}
      <VisuallyHidden role="status">
        {isPending && 'Downloading...'}
        {download.isSuccess && `${fileName} has been downloaded.`}
      </VisuallyHidden>
    </div>
  )
}
