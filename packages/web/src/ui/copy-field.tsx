import { TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { Button } from './button.tsx'
import classes from './copy-field.module.css'
import { texts } from './texts.ts'

const { copying } = texts

interface CopyFieldProps {
  readonly label: string
  readonly value: string
  /** Shown as dots, unless the browser refuses to copy it. */
  readonly isSecret?: boolean
}

type Outcome = 'untried' | 'copied' | 'refused'

/** A text to copy. If the browser refuses, the text is selected for copying by hand. */
export function CopyField({ label, value, isSecret = false }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome>('untried')

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      // Before it is selected: dots cannot be copied.
      flushSync(() => setOutcome('refused'))
      input.current?.select()
    }
  }

  const isCopied = outcome === 'copied'
  return (
    <Row gap="xs" align="flex-end">
      <TextInput
        ref={input}
        className={classes.value ?? ''}
        classNames={{ input: classes.input ?? '' }}
        label={label}
        type={isSecret && outcome !== 'refused' ? 'password' : 'text'}
        autoComplete="off"
        value={value}
        readOnly
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        aria-label={isCopied ? copying.copiedField(label) : copying.copyField(label)}
        leftSection={
          isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
        }
        onClick={() => void copy()}
      >
        {isCopied ? copying.copied : copying.copy}
      </Button>
      <Quiet as="span" role="status" className={classes.outcome}>
        {outcome === 'refused' && copying.refused}
      </Quiet>
    </Row>
  )
}
