import type { EntryKind } from '@rollcall/contract/league-entering'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAct } from '../teams/queries.ts'
import { withdraw } from './queries.ts'
import { texts } from './texts.ts'

const { enter: words } = texts

interface WithdrawButtonProps {
  readonly entry: {
    readonly id: number
    readonly kind: EntryKind
    readonly state: 'asked' | 'entered'
  }
  /** What one withdraws from, where that is not clear without it. */
  readonly league?: string
}

/** Ends an entry; it asks first, unless nobody has decided about it yet. */
export function WithdrawButton({ entry, league }: WithdrawButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const end = useAct(
    () => withdraw(entry.id),
    () => {},
  )
  return (
    <>
      <div>
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={league === undefined ? words.withdraw : words.withdrawNamed(league)}
          onClick={() => (entry.state === 'asked' ? end.mutate() : setIsAsking(true))}
        >
          {words.withdraw}
        </Button>
      </div>
      {end.error && <Notice message={sentenceOf(end.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.withdraw}
        text={words[entry.kind].sure}
        confirmLabel={words.withdraw}
        onConfirm={() => {
          setIsAsking(false)
          end.mutate()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
