import { Button, TextInput } from '@mantine/core'
import { type Settings, updateAdminSettings } from '@rollcall/contract/admin'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { findSessionToken } from '#api/session.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './admin-form.module.css'
import { settingsQuery } from './queries.ts'
import { changesOf, fieldsOf, findSeasonHint } from './settings-draft.ts'

/** As long as the contract takes. */
const VALUE_MAX_LENGTH = 500

interface ToSave {
  readonly changes: Settings
  readonly isConfirmed: boolean
}

export function SettingsForm({ settings }: { readonly settings: Settings }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Settings>({})
  const saving = useMutation({
    mutationFn: ({ changes, isConfirmed }: ToSave) =>
      callApi(updateAdminSettings, {
        query: { isConfirmed: isConfirmed ? 'true' : 'false' },
        body: changes,
      }),
    onSuccess: (answer) => {
      if (answer.status === 'confirm') return
      queryClient.setQueryData(settingsQuery.queryKey, answer.settings)
      setTyped({})
    },
  })

  const changes = changesOf(settings, typed)
  const isDirty = Object.keys(changes).length > 0
  const question = saving.data?.status === 'confirm' ? saving.data.question : null
  const seasonHint = findSeasonHint(settings, typed)
  return (
    <form
      className={classes.form}
      aria-label="Settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !saving.isPending) saving.mutate({ changes, isConfirmed: false })
      }}
    >
      {/* Without a session nothing could be saved any more. */}
      <LeaveGuard wouldLose={() => isDirty && findSessionToken() !== null} />
      <div className={classes.fields}>
        {fieldsOf(settings).map(({ key, label }) => (
          <TextInput
            key={key}
            label={label}
            description={key === 'season' && seasonHint}
            maxLength={VALUE_MAX_LENGTH}
            readOnly={saving.isPending}
            autoComplete="off"
            spellCheck={false}
            value={typed[key] ?? settings[key] ?? ''}
            onChange={({ currentTarget: { value } }) => {
              setTyped((before) => ({ ...before, [key]: value }))
              if (!saving.isIdle) saving.reset()
            }}
          />
        ))}
      </div>
      {saving.isError && (
        <Notice message={`Error! Error updating settings: ${sentenceOf(saving.error)}`} />
      )}
      <div className={classes.actions}>
        <Button type="submit" disabled={!isDirty} loading={saving.isPending}>
          Save
        </Button>
        <p role="status" className={classes.done}>
          {saving.data?.status === 'success' && (
            <>
              <IconCheck size={18} aria-hidden />
              Success! Settings updated successfully.
            </>
          )}
        </p>
      </div>
      <ConfirmDialog
        isOpen={question !== null}
        title="Change the season?"
        text={question ?? ''}
        confirmLabel="Change season"
        onCancel={() => {
          // The dialog also closes once it was confirmed.
          if (question !== null) saving.reset()
        }}
        onConfirm={() => saving.mutate({ changes, isConfirmed: true })}
      />
    </form>
  )
}
