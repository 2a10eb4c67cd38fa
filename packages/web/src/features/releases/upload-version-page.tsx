import { VisuallyHidden } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import {
  INSTALLER_TYPES,
  type Product,
  productOf,
  type uploadInstaller,
} from '@rollcall/contract/releases'
import { IconCircleCheck, IconUpload } from '@tabler/icons-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { FileInput } from '#ui/file-input.tsx'
import forms from '#ui/form.module.css'
import { formatAlternatives } from '#ui/format-list.ts'
import { formatBytes } from '#ui/format-number.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
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
      <InstallerPicker
        picker={picker}
        file={file}
        isPending={isPending}
        onPick={(picked) => {
          setFile(picked)
          setChosen(null)
          setProblem(null)
          upload.reset()
        }}
      />
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
      {upload.error && <UploadFailure error={upload.error} />}
      <Row gap="sm/md">
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
        <UploadStatus answer={upload.data} isPending={isPending} wasCancelled={wasCancelled} />
      </Row>
      {upload.data && <StoredInstaller {...upload.data} />}
      <LeaveGuard
        wouldLose={() => isPending}
        title={texts.upload.stop}
        text={texts.upload.stopResult}
      />
    </form>
  )
}

interface InstallerPickerProps {
  readonly picker: RefObject<HTMLInputElement | null>
  readonly file: File | null
  readonly isPending: boolean
  readonly onPick: (file: File | null) => void
}

function InstallerPicker({ picker, file, isPending, onPick }: InstallerPickerProps) {
  const id = useId()
  return (
    <Stack gap="xs">
      <FileInput
        ref={picker}
        label={texts.upload.file}
        isLarge
        accept={INSTALLER_TYPES.join(',')}
        disabled={isPending}
        aria-describedby={`${id}chosen`}
        onChange={({ currentTarget: { files } }) => onPick(files?.[0] ?? null)}
      />
      <Quiet id={`${id}chosen`} className={classes.chosen}>
        {file !== null && formatBytes(file.size)}
      </Quiet>
    </Stack>
  )
}

function UploadFailure({ error }: { readonly error: Error }) {
  const { message, detail } = explainUploadFailure(error)
  return (
    <>
      <Notice message={message} />
      {detail !== null && <Quiet className={classes.chosen}>{detail}</Quiet>}
    </>
  )
}

interface UploadStatusProps {
  readonly answer: Answer<typeof uploadInstaller> | undefined
  readonly isPending: boolean
  readonly wasCancelled: boolean
}

function UploadStatus({ answer, isPending, wasCancelled }: UploadStatusProps) {
  return (
    <>
      <Row as="p" wrap={false} gap="xs" role="status" className={`${forms.done} ${classes.done}`}>
        {answer && (
          <>
            <IconCircleCheck size={18} aria-hidden />
            {/* Another server may say something else. */}
            {(answer.code === undefined && answer.message) || texts.upload.done}
          </>
        )}
        {wasCancelled && texts.upload.cancelled}
      </Row>
      <VisuallyHidden role="status">{isPending && texts.upload.uploading}</VisuallyHidden>
    </>
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
        <Link to={PAGES.download.path}>{texts.upload.see}</Link>
      </p>
      {sha256 !== undefined && <CopyField label={texts.upload.checksum} value={sha256} />}
    </div>
  )
}
