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
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import forms from '#ui/form.module.css'
import { formatAlternatives } from '#ui/format-list.ts'
import { formatBytes } from '#ui/format-number.ts'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { explainUploadFailure, findInstallerProblem } from './release-failure.ts'
import { texts } from './texts.ts'
import classes from './upload-version.module.css'
import { useUpload } from './use-upload.ts'

const SETUP = 'Setup'
const EXAMPLE_NAME = 'Companion-Setup-2.4.0.exe'

export function UploadVersionPage() {
  const { upload } = texts
  return (
    <>
      <PageHeading title={upload.title}>{upload.lead}</PageHeading>
      <Panel title={upload.installer}>
        <UploadVersionForm />
      </Panel>
      <Panel title={upload.rules}>
        <ul className={classes.rules}>
          <li>
            <Sentence
              text={upload.typeRule}
              parts={{ types: <code>{formatAlternatives(INSTALLER_TYPES)}</code> }}
            />
          </li>
          <li>{upload.sizeRule}</li>
          <li>{upload.nameRule}</li>
          <li>
            <Sentence text={upload.versionRule} parts={{ example: <code>{EXAMPLE_NAME}</code> }} />
          </li>
          <li>
            <Sentence text={upload.productRule} parts={{ setup: <code>{SETUP}</code> }} />
          </li>
        </ul>
      </Panel>
    </>
  )
}

const PRODUCTS = [
  { label: texts.upload.rollcall, value: 'rollcall' },
  { label: texts.upload.public, value: 'public' },
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
  const failure = upload.error && explainUploadFailure(upload.error)

  return (
    <form
      className={forms.form}
      aria-label={texts.upload.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending) {
          return
        }
        const found = findInstallerProblem(file)
        setProblem(found)
        upload.reset()
        if (file !== null && product !== null && found === null) {
          upload.mutate({ file, product })
        }
      }}
    >
      <div className={classes.picker}>
        <label htmlFor={`${id}file`}>{texts.upload.file}</label>
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
          question={texts.upload.product}
          options={PRODUCTS}
          answer={product}
          onAnswer={setChosen}
        />
      )}
      {isPending && (
        <ProgressBar
          label={texts.upload.uploadLabel(file?.name ?? '')}
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
          {isPending ? texts.upload.uploading : texts.upload.upload}
        </Button>
        {isPending && (
          <Button variant="default" onClick={cancel}>
            {texts.upload.cancel}
          </Button>
        )}
        <p role="status" className={`${forms.done} ${classes.done}`}>
          {upload.data && (
            <>
              <IconCircleCheck size={18} aria-hidden />
              {/* Another server may say something else. */}
              {(upload.data.code === undefined && upload.data.message) || texts.upload.done}
            </>
          )}
          {wasCancelled && texts.upload.cancelled}
        </p>
        <VisuallyHidden role="status">{isPending && texts.upload.uploading}</VisuallyHidden>
      </div>
      {upload.data && <StoredInstaller {...upload.data} />}
      <LeaveGuard
        wouldLose={() => isPending}
        title={texts.upload.stop}
        text={texts.upload.stopResult}
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
            <Sentence
              text={texts.upload.isLatest(formatBytes(sizeBytes))}
              parts={{ file: <bdi>{fileName}</bdi> }}
            />{' '}
          </>
        )}
        <Link to="/download">{texts.upload.see}</Link>
      </p>
      {sha256 !== undefined && <CopyField label={texts.upload.checksum} value={sha256} />}
    </div>
  )
}
