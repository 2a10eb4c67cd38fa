/** The texts of reporting a row: pages with rows load them, and nothing else of the admin pages. */
import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

export const reportTexts = catalogue('admin/reporting', {
  reasons: {
    'wrong-result': 'Wrong result',
    cheating: 'Cheating',
    'offensive-name': 'Offensive name',
    other: 'Other',
  },

  reporting: {
    title: 'Report a row',
    report: 'Report',
    reportRow: (name: string) => `Report ${name}`,
    loading: 'Loading...',
    reason: 'What is wrong with this row?',
    reasonMissing: 'Please choose what is wrong.',
    details: 'Details',
    detailsHint: (length: number, most: number) =>
      `Optional. ${formatNumber(length)} of ${formatNumber(most)} characters.`,
    send: 'Send Report',
    sent: 'Thank you. An admin will look at it.',
    close: 'Close',
  },
})
