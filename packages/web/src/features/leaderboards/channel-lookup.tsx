import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { LookupField } from '#ui/lookup-field.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './channel-lookup.module.css'
import { texts } from './texts.ts'

const { filters } = texts

const SEARCH_DEBOUNCE_MS = 1000

interface ChannelLookupProps {
  readonly channel: string
  readonly onChannel: (channel: string) => void
}

/** Finds channels on a season's board by a part of their name. */
export function ChannelLookup({ channel, onChannel }: ChannelLookupProps) {
  const lookup = useSettledText({
    value: channel,
    delayMs: SEARCH_DEBOUNCE_MS,
    onSettle: onChannel,
  })
  return (
    <LookupField
      what={filters.channel}
      className={classes.lookup ?? ''}
      label={filters.lookup}
      placeholder={filters.lookupHint}
      maxLength={MAX_SEARCH_LENGTH}
      text={lookup.text}
      onText={lookup.setText}
    />
  )
}
