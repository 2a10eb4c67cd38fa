import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { currentLanguage } from '#texts/language.ts'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatDay, formatInstant } from '#ui/format-instant.ts'
import { formatBytes } from '#ui/format-number.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import classes from './installer-panel.module.css'
import { type LatestVersion, latestVersionQuery } from './queries.ts'
import {
  explainDownloadFailure,
  explainLatestFailure,
  type ReleaseFailure,
} from './release-failure.ts'
import { texts } from './texts.ts'
import { useDownload } from './use-download.ts'

const { installers } = texts

export function InstallerPanel() {
  const { data, error, isPending, isFetching, refetch } = useQuery(latestVersionQuery)
  if (!error && data && 'isEmpty' in data && data.isEmpty) {
    return (
      <Panel title={installers.title.public}>
        <EmptyState message={installers.none}>{installers.noneHint}</EmptyState>
      </Panel>
    )
  }
  const failure = error ? explainLatestFailure(error) : data ? failureIn(data) : null
  if (!failure && data && 'fileName' in data) {
    const { offered = [] } = data
    return (
      <Stack gap="lg" className={classes.offered}>
        {(offered.length === 0 ? [data] : offered).map((installer) => (
          <OfferedInstaller key={installer.fileName} installer={installer} />
        ))}
      </Stack>
    )
  }
  return (
    <Panel title={installers.title.public}>
      <div className={classes.installer} aria-busy={isPending}>
        {isPending && (
          <Loading className={classes.installer}>
            <Skeleton height="3.25rem" width="min(22rem, 100%)" />
            <Skeleton height="1.25rem" width="min(16rem, 80%)" />
            <Skeleton height="3.75rem" />
          </Loading>
        )}
        {failure && (
          <RetryButton failure={failure} isTrying={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
    </Panel>
  )
}

type Installer = Omit<LatestVersion, 'offered'>

function OfferedInstaller({ installer }: { readonly installer: Installer }) {
  const { product, fileName } = installer
  return (
    <Panel title={installers.title[product ?? 'public']}>
      {product !== undefined && <p>{installers.explanation[product]}</p>}
      <div className={classes.installer}>
        <DownloadButton fileName={fileName} />
        <InstallerFacts installer={installer} />
      </div>
    </Panel>
  )
}

function failureIn(answer: Installer | { readonly error: string }): ReleaseFailure | null {
  if ('error' in answer) {
    return { message: currentLanguage().problemText(answer), detail: null }
  }
  return answer.fileName === '' ? { message: installers.noFileName, detail: null } : null
}

/** Idle, downloading, then idle again; a red button with the reason if the download failed. */
function DownloadButton({ fileName }: { readonly fileName: string }) {
  const { download, progress, cancel } = useDownload()
  const button = useRef<HTMLButtonElement>(null)
  const start = () => download.mutate(fileName)
  const { isPending } = download

  const wasPending = useRef(false)
  useEffect(() => {
    // A disabled button loses the focus, so keyboard users get it back.
    const hasLostFocus = wasPending.current && document.activeElement === document.body
    if (!isPending && hasLostFocus) {
      button.current?.focus()
    }
    wasPending.current = isPending
  }, [isPending])

  if (download.isError) {
    return <RetryButton failure={explainDownloadFailure(download.error)} onRetry={start} />
  }
  return (
    <Stack gap="xs" align="start">
      <Button
        ref={button}
        size="lg"
        className={classes.button ?? ''}
        leftSection={<IconDownload size={22} aria-hidden />}
        disabled={isPending}
        onClick={start}
      >
        {isPending ? installers.downloading : fileName}
      </Button>
      {isPending && (
        <>
          <div className={classes.progress}>
            <ProgressBar
              label={installers.downloadLabel(fileName)}
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
            {installers.cancel}
          </Button>
        </>
      )}
      <VisuallyHidden role="status">
        {isPending ? installers.downloading : download.isSuccess && installers.downloaded(fileName)}
      </VisuallyHidden>
    </Stack>
  )
}

function InstallerFacts({ installer }: { readonly installer: Installer }) {
  const { version, sizeBytes, sha256, uploadedAt } = installer
  const facts = [
    { name: installers.version, value: version },
    { name: installers.size, value: sizeBytes && formatBytes(sizeBytes) },
    {
      name: installers.date,
      value: uploadedAt && (
        <time dateTime={uploadedAt} title={formatInstant(uploadedAt)}>
          {formatDay(uploadedAt)}
        </time>
      ),
    },
  ]
  return (
    <>
      <Facts facts={facts.filter(({ value }) => value != null)} />
      {sha256 !== undefined && <CopyField label={installers.checksum} value={sha256} />}
    </>
  )
}

interface RetryButtonProps {
  readonly failure: ReleaseFailure
  readonly isTrying?: boolean
  readonly onRetry: () => void
}

/** Replaces the download button: it says why there is nothing to download, and tries again when pressed. */
function RetryButton({ failure, isTrying = false, onRetry }: RetryButtonProps) {
  return (
    <Stack gap="xs" align="start" role="alert">
      <Button
        size="lg"
        className={`${classes.button} ${classes.failed}`}
        leftSection={<IconAlertTriangle size={22} aria-hidden />}
        loading={isTrying}
        onClick={onRetry}
      >
        {failure.message}
      </Button>
      {failure.detail !== null && <Quiet>{failure.detail}</Quiet>}
      <Quiet>{installers.retry}</Quiet>
    </Stack>
  )
}
