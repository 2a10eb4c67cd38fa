import { IconCheck, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { texts } from './texts.ts'

interface ShareButtonProps {
  /** The page's path. */
  readonly page: string
  readonly title: string
  /** `filled` if sharing is what the page is for. */
  readonly variant?: 'filled' | 'default'
  /** If there is more than one on the page. */
  readonly label?: string
}

/** Opens the phone's share sheet; where there is none, copies the page's address. */
export function ShareButton({
  page,
  title,
  variant = 'filled',
  label = texts.sharing.share,
}: ShareButtonProps) {
  const [outcome, setOutcome] = useState<'untried' | 'copied' | 'refused'>('untried')
  const url = location.origin + page

  async function share(): Promise<void> {
    if (typeof navigator.share === 'function') {
      // Rejects if somebody closes the sheet.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    setOutcome(isCopied ? 'copied' : 'refused')
  }

  const isCopied = outcome === 'copied'
  return (
    <>
      <Button
        variant={variant}
        leftSection={
          isCopied ? <IconCheck size={18} aria-hidden /> : <IconShare size={18} aria-hidden />
        }
        onClick={() => void share()}
      >
        {isCopied ? texts.sharing.linkCopied : label}
      </Button>
      <span role="status">{outcome === 'refused' && texts.sharing.refused}</span>
    </>
  )
}
