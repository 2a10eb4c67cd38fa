import { VisuallyHidden } from '@mantine/core'
import {
  INSTALLER_TYPES,
  type Product,
  productOf,
  type uploadInstaller,
} from '@rollcall/contract/releases'
import { IconCircleCheck, IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import forms from '#ui/form.module.css'
import { formatBytes } from '#ui/format-number.ts'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { installerProblemOf, uploadFailureOf } from './release-failure.ts'
import classes from './upload-version.module.css'
import { useUpload } from './use-upload.ts'

export function UploadVersionPage() {
  return (
    <>
      <PageHeading title="Upload New Version">
        What you upload is the latest version at once: everybody is offered it on the download page.
      </PageHeading>
      <Panel title="Installer">
        <UploadVersionForm />
      </Panel>
      <Panel title="Rules">
        <ul className={classes.rules}>
          <li>
            A Windows program: the name ends in <code>{INSTALLER_TYPES.join(', ')}</code>, and the
            file is one inside too.
          </li>
          <li>At most 500 MB, unless the server is set up with another limit.</li>
          <li>
            A name is used once: an installer that was uploaded stays as it is for good, so give
            each version a name of its own.
          </li>
          <li>
            Put the version number into the name, as in <code>Companion-Setup-2.4.0.exe</code>: it
            becomes the version that companions are told of. Without a number that stays as it is.
          </li>
          <li>
            Rollcall Companion and the public one are told of their own versions only, so say which
            it is. Of Rollcall Companion, take the file with <code>Setup</code> in its name.
          </li>
        </ul>
      </Panel>
    </>
  )
}

const PRODUCTS = [
  { label: 'Rollcall Companion', value: 'rollcall' },
  { label: 'The public companion', value: 'public' },
] as const

function UploadVersionForm() {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState<Product | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const product = chosen ?? (file && productOf(file.name))
  const { upload, progress, wasCancelled, cancel } = useUpload(() => {
    if (picker.current !== null) {
      picker.current.value = ''
    }
    setFile(null)
    setChosen(null)
  })
  const { isPending } = upload
  const failure = upload.error && uploadFailureOf(upload.error)

  return (
    <form
      className={forms.form}
      aria-label="Upload New Version"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending) {
          return
        }
        const found = installerProblemOf(file)
        setProblem(found)
        upload.reset()
        if (file !== null && product !== null && found === null) {
          upload.mutate({ file, product })
        }
      }}
    >
      <div className={classes.picker}>
        <label htmlFor={`${id}file`}>Installer file</label>
        <input
          ref={picker}
          id={`${id}file`}
          type="file"
          accept={INSTALLER_TYPES.join(',')}
          disabled={isPending}
          aria-describedby={`${id}chosen`}
          onChange={({ currentTarget: { files } }) => {
            setFile(files?.[0] ?? null)
            setChosen(null)
            setProblem(null)
            upload.reset()
          }}
        />
        <p id={`${id}chosen`} className={classes.chosen}>
          {file !== null && formatBytes(file.size)}
        </p>
      </div>
      {file !== null && (
        <Choices
          question="Which companion is it?"
          options={PRODUCTS}
          answer={product}
          onAnswer={setChosen}
        />
      )}
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
      <div className={forms.actions}>
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
        <p role="status" className={`${forms.done} ${classes.done}`}>
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
      {upload.data && <StoredInstaller {...upload.data} />}
      <LeaveGuard
        wouldLose={() => isPending}
        title="Stop the upload?"
        text="The file has not arrived yet. Leaving this page stops the upload."
      />
    </form>
  )
}

function StoredInstaller({ fileName, sizeBytes, sha256 }: Answer<typeof uploadInstaller>) {
  return (
    <div className={`${forms.form} ${classes.stored}`}>
      <p>
        {fileName !== undefined && sizeBytes !== undefined && (
          <>
            <bdi>{fileName}</bdi>, {formatBytes(sizeBytes)}, is the latest version now.{' '}
          </>
        )}
        <Link to="/download">See it on the download page</Link>
      </p>
      {sha256 !== undefined && <CopyField label="SHA-256" value={sha256} />}
    </div>
  )
}
