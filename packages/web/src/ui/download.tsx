import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { Button } from './button.tsx'
import classes from './download.module.css'
import { Notice } from './notice.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { saveFile } from './save-file.ts'
import { texts } from './texts.ts'

const { downloading } = texts
const FORMATS = ['csv', 'json'] as const
type Format = (typeof FORMATS)[number]

interface Progress {
  readonly loadedBytes: number
  readonly totalBytes: number | null
}

interface Options {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** An ApiError has a sentence for actions. */
interface Failure extends Error {
  readonly sentence?: string
}

interface DownloadProps {
  /** What the file has, such as 'This board'. */
  readonly what: string
  /** Without its ending. */
  readonly fileName: string
  readonly load: (format: Format, options: Options) => Promise<Blob>
}

/** Downloads all rows of a view, in either format. Leaving the page cancels it. */
export function Download({ what, fileName, load }: DownloadProps) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const download = useMutation<void, Failure, Format>({
    mutationFn: async (format) => {
      const controller = new AbortController()
      running.current = controller
      setProgress(null)
      const { signal } = controller
      saveFile(await load(format, { signal, onProgress: setProgress }), `${fileName}.${format}`)
    },
  })
  return (
    <Row gap="xs" role="group" aria-label={downloading.what(what)} className={classes.download}>
      <Quiet as="span" className={classes.label} aria-hidden="true">
        {downloading.what(what)}
      </Quiet>
      {FORMATS.map((format) => (
        <Button
          key={format}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={downloading.as(what, downloading.formats[format])}
          loading={download.isPending && download.variables === format}
          disabled={download.isPending}
          onClick={() => download.mutate(format)}
        >
          {downloading.formats[format]}
        </Button>
      ))}
      {download.isPending && progress !== null && (
        <Quiet as="div" className={classes.wide}>
          <ProgressBar label={downloading.what(what)} {...progress} />
        </Quiet>
      )}
      <Quiet as="span" role="status" className={classes.wide}>
        {download.isSuccess && downloading.done}
      </Quiet>
      {download.isError && (
        <Quiet as="div" className={classes.wide}>
          <Notice message={download.error.sentence ?? download.error.message} />
        </Quiet>
      )}
    </Row>
  )
}
