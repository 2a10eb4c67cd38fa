import { catalogue } from '#texts/language.ts'

export const texts = catalogue('show/keys', {
  open: 'Keys (?)',
  title: 'Keys',
  close: 'Close',
  stage: {
    next: { keys: 'Space, →', does: 'Start, then the next step' },
    back: { keys: '←', does: 'Back' },
    home: { keys: 'Home', does: 'Back to the start rank' },
    podium: { keys: 'P', does: 'Straight to the podium' },
    hold: { keys: 'H', does: 'Hold before the next name, or not' },
    full: { keys: 'F', does: 'Full screen' },
    list: { keys: '?', does: 'This list' },
  },
  control: {
    hold: { keys: 'H', does: 'Hold before the next name, or not' },
    list: { keys: '?', does: 'This list' },
  },
})
