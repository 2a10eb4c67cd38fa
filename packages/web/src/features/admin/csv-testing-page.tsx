import forms from '#ui/form.module.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch, TextInput } from '@mantine/core'
import { createUploadTicket } from '@rollcall/contract/uploads'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './csv-form.module.css'
import {
  type CsvField,
  type CsvFile,
  type CsvFormKind,
  EVENT_FORM,
  findGap,
  formToSend,
  GAME_FORM,
  type Receipt,
  SEASON_FORM,
} from './csv-forms.ts'
import { RefusedUpload, UploadReceipt } from './upload-receipt.tsx'

export function CsvTestingPage() {
  const [isDryRun, setIsDryRun] = useState(false)
  return (
    <>
      <PageHeading title="CSV Upload Testing">
        Sends files as the companion would, and shows what the server makes of them.
      </PageHeading>
      <div className={classes.intro} data-on={isDryRun || undefined}>
        <Switch
          size="md"
          label="Dry run"
          description="The files are checked and you see what they would change; nothing is stored."
          checked={isDryRun}
          onChange={({ currentTarget }) => setIsDryRun(currentTarget.checked)}
        />
      </div>
      <div className={classes.forms}>
        <CsvForm kind={SEASON_FORM} isDryRun={isDryRun} />
        <CsvForm kind={GAME_FORM} isDryRun={isDryRun} />
        <CsvForm kind={EVENT_FORM} isDryRun={isDryRun} />
      </div>
    </>
  )
}

interface CsvFormProps {
  readonly kind: CsvFormKind
  readonly isDryRun: boolean
}

function CsvForm({ kind, isDryRun }: CsvFormProps) {
  const { upload, message, submit } = useCsvUpload(kind)
  const { title, more } = kind
  const [idle, busy] = isDryRun ? ['Check', 'Checking...'] : ['Upload', 'Uploading...']
  return (
    <Panel title={title}>
      <form
        className={forms.form}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit({ form: new FormData(event.currentTarget), isDryRun })
        }}
      >
        <Fields fields={kind.fields} files={kind.files} />
        {more && (
          <details className={forms.more}>
            <summary>{more.title}</summary>
            <div className={forms.form}>
              <Fields fields={more.fields} files={more.files} />
            </div>
          </details>
        )}
        <div className={`${forms.actions} ${classes.actions}`}>
          {/* Never disabled, so that it keeps the focus. */}
          <Button type="submit" aria-disabled={upload.isPending || undefined}>
            {upload.isPending ? busy : idle}
          </Button>
          {isDryRun && <span className={classes.hint}>Dry run: nothing will be stored.</span>}
          <p role="status" className={classes.success}>
            {message?.isError === false && (
              <>
                <IconCheck size={18} aria-hidden />
                {message.text}
              </>
            )}
          </p>
          {message?.isError && (
            <p role="alert" className={classes.failure}>
              <IconAlertTriangle size={18} aria-hidden />
              {message.text}
            </p>
          )}
        </div>
      </form>
      {upload.data && <UploadReceipt receipt={upload.data} isDryRun={upload.variables.isDryRun} />}
      {upload.error instanceof ApiError && upload.error.reply && (
        <RefusedUpload reply={upload.error.reply} />
      )}
    </Panel>
  )
}

interface FieldsProps {
  readonly fields: readonly CsvField[]
  readonly files: readonly CsvFile[]
}

function Fields({ fields, files }: FieldsProps) {
  return (
    <>
      {fields.map(({ name, label, description, type = 'text' }) => (
        <TextInput
          key={name}
          name={name}
          label={label}
          description={description}
          type={type}
          maxLength={512}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      {files.map((file) => (
        <FileField key={file.name} {...file} />
      ))}
    </>
  )
}

function FileField({ name, accept }: CsvFile) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {name}
      </label>
      <input id={id} className={classes.file} type="file" name={name} accept={accept} />
    </div>
  )
}

const MESSAGE_MS = 5000

interface ToUpload {
  readonly form: FormData
  readonly isDryRun: boolean
}

interface Message {
  readonly isError: boolean
  readonly text: string
}

/** Uploads with a new ticket each time. The message disappears after a while; the receipt stays. */
function useCsvUpload(kind: CsvFormKind) {
  const [message, setMessage] = useState<Message | null>(null)
  useEffect(() => {
    if (message === null) {
      return
    }
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])

  const upload = useMutation({
    mutationFn: async ({ form, isDryRun }: ToUpload): Promise<Receipt | null> => {
      const { ticket } = await callApi(createUploadTicket, {})
      const sent = await formToSend(kind, form, { ticket, isDryRun })
      return callApi(kind.endpoint, { form: sent, ...(!kind.sendsSession && { token: null }) })
    },
    onMutate: () => setMessage(null),
    onSuccess: (_, { isDryRun }) =>
      setMessage({
        isError: false,
        text: isDryRun ? 'Check successful! Nothing was stored.' : 'Upload successful!',
      }),
    onError: (error) => setMessage({ isError: true, text: sentenceOf(error) }),
  })

  const submit = (toUpload: ToUpload) => {
    if (upload.isPending) {
      return
    }
    const gap = findGap(kind, toUpload.form)
    if (gap === null) {
      upload.mutate(toUpload)
    } else {
      upload.reset()
      setMessage({ isError: true, text: gap })
    }
  }
  return { upload, message, submit }
}
