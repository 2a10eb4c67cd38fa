import { catalogue } from '#texts/language.ts'

export const texts = catalogue('events/league/show', {
  save: 'Save the hour',
  hint: (timeZone: string) =>
    `An hour of the round's last day, in the time zone ${timeZone}. Empty: no show is planned. It starts nothing by itself.`,
  none: 'No show is planned.',
  gone: 'You may not change this event any more.',
})
