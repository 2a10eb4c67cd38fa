import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { ApiError } from '#api/api-error.ts'
import { Panel } from '#ui/panel.tsx'
import classes from './csv-form.module.css'
import type { CsvField, CsvFile, CsvFormKind } from './csv-forms.ts'
import { RefusedUpload, UploadReceipt } from './upload-receipt.tsx'
import { useCsvUpload } from './use-csv-upload.ts'

interface CsvFormProps {
  readonly kind: CsvFormKind
  readonly isDryRun: boolean
}

export function CsvForm({ kind, isDryRun }: CsvFormProps) {
  const { upload, message, submit } = useCsvUpload(kind)
  const { title, more } = kind
  const [idle, busy] = isDryRun ? ['Check', 'Checking...'] : ['Upload', 'Uploading...']
  return (
    <Panel title={title}>
      <form
        className={classes.form}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit({ form: new FormData(event.currentTarget), isDryRun })
        }}
      >
        <Fields fields={kind.fields} files={kind.files} />
        {more && (
          <details className={classes.more}>
            <summary>{more.title}</summary>
            <div className={classes.form}>
              <Fields fields={more.fields} files={more.files} />
            </div>
          </details>
        )}
        <div className={classes.actions}>
          {/* Never disabled: whoever pressed it keeps their place. */}
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
