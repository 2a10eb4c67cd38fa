import type { OwnReceipt } from '@rollcall/contract/uploads-mine'
import type { ReactNode } from 'react'
import { currentLanguage } from '#texts/language.ts'
import { gameTitle } from '#ui/board/game-title.ts'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { GameLink } from '#ui/links.tsx'
import classes from './my-uploads-page.module.css'
import { isUncounted } from './send-upload.ts'
import { texts } from './texts.ts'
import { NamesIn, type ShownOutcome, UploadItem } from './upload-item.tsx'

interface ReceiptItemProps {
  readonly receipt: OwnReceipt
  /** Said once for all receipts. */
  readonly sharedReasons: ReadonlyMap<string, number>
  /** Actions. */
  readonly children: ReactNode
}

export function ReceiptItem({ receipt, sharedReasons, children }: ReceiptItemProps) {
  const { kind, facts, receivedAt, warnings, undoneAt, countsNow, undo } = receipt
  return (
    <UploadItem
      outcome={shownOutcome(receipt)}
      head={
        <>
          <span>{texts.what(kind, facts)}</span>
          <NamesIn facts={facts} />
          <time dateTime={receivedAt}>{formatInstant(receivedAt)}</time>
        </>
      }
      message={receiptSentence(receipt)}
      warnings={warnings.filter((warning) => !sharedReasons.has(texts.receipt.warning(warning)))}
    >
      {countsNow && <p className={classes.message}>{texts.receipt.countsNow}</p>}
      <GamesOf receipt={receipt} />
      {undoneAt !== null && <p className={classes.message}>{texts.receipt.undoneAt(undoneAt)}</p>}
      <WhyNot undo={undo} />
      {children}
    </UploadItem>
  )
}

/** Nothing of an old upload: the page's lead says so once for all. */
function WhyNot({ undo }: Pick<OwnReceipt, 'undo'>) {
  if (undo === null || undo === 'possible' || undo === 'upload_too_old') {
    return null
  }
  return <Quiet>{texts.undo.whyNot[undo]}</Quiet>
}

/** Links to what everybody may see of the upload. */
function GamesOf({ receipt: { kind, games } }: { readonly receipt: OwnReceipt }) {
  const [first] = games
  if (first === undefined) {
    return null
  }
  if (kind === 'game') {
    return (
      <p className={classes.message}>
        <GameLink id={first.id}>{texts.games.open}</GameLink>
      </p>
    )
  }
  return (
    <Row
      as="ul"
      gap="2xs/md"
      align="stretch"
      className={classes.games}
      aria-label={texts.games.label}
    >
      {games.map(({ id, mode, map, finishedAt }) => {
        const title = gameTitle({ mode, map: map === null ? null : { name: map }, level: null })
        return (
          <li key={id}>
            <GameLink id={id}>{texts.games.atTime(title, formatInstant(finishedAt))}</GameLink>
          </li>
        )
      })}
    </Row>
  )
}

function shownOutcome({ undoneAt, countsNow, outcome, warnings }: OwnReceipt): ShownOutcome {
  if (undoneAt !== null) {
    return 'undone'
  }
  if (countsNow) {
    return 'used'
  }
  if (outcome === 'stored' && isUncounted(warnings)) {
    return 'storedUncounted'
  }
  return outcome === 'stale' ? 'unused' : outcome
}

/** A receipt from before receipts had facts has only the server's sentence. */
function receiptSentence({ facts, outcome, message, ...problem }: OwnReceipt): string {
  return facts === null || outcome === 'refused'
    ? currentLanguage().problemText({ error: message, ...problem })
    : texts.receipt.sentence(facts, { outcome, isPreview: false })
}
