import { Checkbox, TextInput } from '@mantine/core'
import { Row, Stack } from '#ui/layout/layout.tsx'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { MAX_API_KEY_NAME_LENGTH, makeApiKey } from '@rollcall/contract/api-keys'
import { SCOPES, type Scope } from '@rollcall/contract/scopes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import forms from '#ui/form.module.css'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './api-keys-page.module.css'
import { apiKeysQuery } from './queries.ts'
import { texts } from './texts.ts'

const { make: words } = texts

/** Makes a key and shows it, this one time. */
export function MakeKey() {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const making = useMutation({
    mutationFn: () => callApi(makeApiKey, { body: { name, scopes: [...scopes] } }),
    // The whole key exists only on this page.
    gcTime: 0,
    onSuccess: () => {
      setName('')
      setScopes([])
    },
    // The answer may have been lost on its way back, so there may be a key.
    onSettled: () => void queryClient.invalidateQueries(apiKeysQuery),
  })
  const toggle = (scope: Scope, isChosen: boolean) =>
    setScopes(SCOPES.filter((each) => (each === scope ? isChosen : scopes.includes(each))))
  return (
    <>
      {making.data && (
        <Panel title={words.new}>
          <div className={forms.form}>
            <p className={forms.note}>{words.once}</p>
            <CopyField label={words.key} value={making.data.key} isSecret />
          </div>
        </Panel>
      )}
      <Panel title={words.title}>
        <form
          className={forms.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!making.isPending) making.mutate()
          }}
        >
          <TextInput
            label={words.name}
            description={words.nameHint}
            maxLength={MAX_API_KEY_NAME_LENGTH}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Stack as="fieldset" gap="sm" className={classes.scopes}>
            <legend>{words.scopes}</legend>
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                label={texts.scopes[scope]}
                description={scope}
                checked={scopes.includes(scope)}
                onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
              />
            ))}
          </Stack>
          <Row gap="sm/md">
            <Button type="submit" loading={making.isPending}>
              {words.submit}
            </Button>
            {making.isError && <Notice message={sentenceOf(making.error)} />}
          </Row>
        </form>
      </Panel>
    </>
  )
}
