import { catalogue } from '#texts/language.ts'

/** The texts that several pages of a show have in common. */
export const texts = catalogue('show', {
  winner: (names: string) => `The winner: ${names}.`,

  /** What a show's board is, if it is not the event's. */
  table: { racers: 'Table of <league/>', teams: 'Teams of <league/>' },

  straightToPodium: {
    title: 'Go straight to the podium?',
    live: "This uncovers every rank at once. You can go back, but you can't un-show what viewers saw.",
    rehearsal: 'This uncovers every rank at once. Only you see a rehearsal.',
    confirm: 'Show Podium',
  },
})
