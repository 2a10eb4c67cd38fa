import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CopyField } from '#ui/copy-field.tsx'
import { formatBytes } from '#ui/format-bytes.ts'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { installerProblemOf, uploadFailureOf } from './upload-failure.ts'
import classes from './upload-version.module.css'
import { useUpload } from './use-upload.ts'

export function UploadVersionForm() {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { upload, progress, wasCancelled, cancel } = useUpload(() => {
    if (picker.current !== null) picker.current.value = ''
    setFile(null)
  })
  const { isPending } = upload
  const failure = upload.error && uploadFailureOf(upload.error)

  return (
    <form
      className={classes.form}
      aria-label="Upload New Version"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending) return
        const found = installerProblemOf(file)
        setProblem(found)
        upload.reset()
        if (file !== null && found === null) upload.mutate(file)
      }}
    >
      <div className={classes.picker}>
        <label htmlFor={`${id}file`}>Installer file</label>
        <input
          ref={picker}
          id={`${id}file`}
          type="file"
          accept=".exe"
          disabled={isPending}
          aria-describedby={`${id}chosen`}
          onChange={({ currentTarget: { files } }) => {
            setFile(files?.[0] ?? null)
            setProblem(null)
            upload.reset()
          }}
        />
        <p id={`${id}chosen`} className={classes.chosen}>
          {file !== null && formatBytes(file.size)}
        </p>
      </div>
      {isPending && (
        <ProgressBar
          label={`Upload of ${file?.name ?? ''}`}
          loadedBytes={progress?.loadedBytes ?? 0}
          totalBytes={progress?.totalBytes ?? file?.size ?? null}
        />
      )}
      {problem !== null && <Notice message={problem} />}
      {failure && <Notice message={failure.message} />}
      {failure && failure.detail !== null && <p className={classes.chosen}>{failure.detail}</p>}
      <div className={classes.actions}>
        <Button
          type="submit"
          disabled={isPending}
          leftSection={<IconUpload size={18} aria-hidden />}
        >
          {isPending ? 'Uploading...' : 'Upload'}
        </Button>
        {isPending && (
          <Button variant="default" onClick={cancel}>
            Cancel upload
          </Button>
        )}
        <p role="status" className={classes.done}>
          {upload.data && (
            <>
              <IconCircleCheck size={18} aria-hidden />
              {upload.data.message || 'File uploaded successfully.'}
            </>
          )}
          {wasCancelled && 'The upload was cancelled.'}
        </p>
        <VisuallyHidden role="status">{isPending && 'Uploading...'}</VisuallyHidden>
      </div>
      {upload.data && (
        <div className={classes.stored}>
          <p>
            <bdi>{upload.data.fileName}</bdi>, {formatBytes(upload.data.sizeBytes)}, is the latest
            version now. <Link to="/download">See it on the download page</Link>
          </p>
          <CopyField label="SHA-256" value={upload.data.sha256} />
        </div>
      )}
      <LeaveGuard
        wouldLose={() => isPending}
        title="Stop the upload?"
        text="The file has not arrived yet. Leaving this page stops the upload."
      />
    </form>
  )
}
