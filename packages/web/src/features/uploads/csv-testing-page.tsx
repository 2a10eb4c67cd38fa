import { FileInput } from '#ui/file-input.tsx'
import forms from '#ui/form.module.css'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch, TextInput } from '@mantine/core'
import { createUploadTicket } from '@rollcall/contract/uploads'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './csv-form.module.css'
import { CSV_FORMS, type CsvForm, type CsvInput, findGap, readForm } from './csv-forms.ts'
import items from './my-uploads-page.module.css'
import { ResultItem } from './result-item.tsx'
import { sendUpload, type UploadResult, type UploadToSend } from './send-upload.ts'
import { texts } from './texts.ts'

export function CsvTestingPage() {
  const words = texts.csv
  const [isDryRun, setIsDryRun] = useState(false)
  return (
    <>
      <PageHeading title={words.title}>{words.lead}</PageHeading>
      <div className={classes.intro} data-on={isDryRun || undefined}>
        <Switch
          size="md"
          label={words.dryRun}
          description={words.dryRunHint}
          checked={isDryRun}
          onChange={({ currentTarget }) => setIsDryRun(currentTarget.checked)}
        />
      </div>
      <div className={classes.forms}>
        {CSV_FORMS.map((form) => (
          <CsvPanel key={form.kind} form={form} isDryRun={isDryRun} />
        ))}
      </div>
    </>
  )
}

interface CsvPanelProps {
  readonly form: CsvForm
  readonly isDryRun: boolean
}

function CsvPanel({ form, isDryRun }: CsvPanelProps) {
  const words = texts.csv
  const { upload, message, submit } = useCsvUpload(form)
  const title = words.forms[form.kind]
  const [idle, busy] = isDryRun ? [words.check, words.checking] : [words.upload, words.uploading]
  return (
    <Panel title={title}>
      <form
        className={forms.form}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit({ data: new FormData(event.currentTarget), isDryRun })
        }}
      >
        <Inputs inputs={form.inputs} />
        {form.more.length > 0 && (
          <details className={forms.more}>
            <summary>{words.more}</summary>
            <div className={forms.form}>
              <Inputs inputs={form.more} />
            </div>
          </details>
        )}
        <Row gap="sm/md" className={classes.actions}>
          {/* Never disabled, so that it keeps the focus. */}
          <Button type="submit" aria-disabled={upload.isPending || undefined}>
            {upload.isPending ? busy : idle}
          </Button>
          {isDryRun && <Quiet as="span">{words.dryRunBeside}</Quiet>}
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
        </Row>
      </form>
      {upload.data && (
        <ul className={items.list} aria-label={words.result}>
          <CsvResult {...upload.data} />
        </ul>
      )}
    </Panel>
  )
}

function CsvResult({ names, result }: { names: readonly string[]; result: UploadResult }) {
  const { receipt, code } = result
  return (
    <ResultItem names={names} result={result}>
      {receipt && <bdi>{receipt.channel}</bdi>}
      {receipt && receipt.id !== null && <span>{texts.csv.receipt(receipt.id)}</span>}
      {code && <code>{code}</code>}
    </ResultItem>
  )
}

function Inputs({ inputs }: { readonly inputs: readonly CsvInput[] }) {
  const fields = inputs.map(({ name, type, accept }) =>
    type === 'file' ? (
      <FileInput key={name} label={name} name={name} accept={accept} />
    ) : (
      <TextInput
        key={name}
        name={name}
        label={name}
        description={texts.csv.hints[name]}
        type={type}
        maxLength={512}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    ),
  )
  return <>{fields}</>
}

const MESSAGE_MS = 5000

interface ToUpload {
  readonly data: FormData
  readonly isDryRun: boolean
}

interface Message {
  readonly isError: boolean
  readonly text: string
}

/** The message disappears after a while; the result stays. */
function useCsvUpload(form: CsvForm) {
  const [message, setMessage] = useState<Message | null>(null)
  useEffect(() => {
    if (message === null) {
      return
    }
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])

  const upload = useMutation({
    mutationFn: async ({ data, isDryRun }: ToUpload) => {
      const { names, upload } = await readForm(form, data)
      return { names, result: await send(upload, { isDryRun }) }
    },
    onMutate: () => setMessage(null),
    onSuccess: ({ result: { problem } }, { isDryRun }) =>
      setMessage({
        isError: problem !== null,
        text: problem ?? (isDryRun ? texts.csv.checked : texts.csv.uploaded),
      }),
    onError: (error) => setMessage({ isError: true, text: sentenceOf(error) }),
  })

  const submit = (toUpload: ToUpload) => {
    if (upload.isPending) {
      return
    }
    const gap = findGap(form, toUpload.data)
    if (gap === null) {
      upload.mutate(toUpload)
    } else {
      upload.reset()
      setMessage({ isError: true, text: gap })
    }
  }
  return { upload, message, submit }
}

/**
 * An event's snapshot is sent with the session's token. The other two calls have no auth header, so a ticket is their
 * proof.
 */
async function send(upload: UploadToSend, { isDryRun }: { isDryRun: boolean }) {
  if (upload.kind === 'event') {
    return sendUpload(upload, { isDryRun })
  }
  const { ticket } = await callApi(createUploadTicket, {})
  const fields = { ...upload.fields, uploadKey: ticket }
  return sendUpload({ ...upload, fields }, { isDryRun, token: null })
}
