import type { Prescription } from '@rollcall/contract/leagues-prescribed'
import { prescriptionInWords as inWords } from '@rollcall/contract/words/prescription'
import { formatHour } from '#ui/format-instant.ts'
import { texts } from './texts.ts'

/** What a round prescribes, in one sentence. */
export const prescriptionInWords = (prescription: Prescription): string =>
  inWords(prescription, texts.words, formatHour)
