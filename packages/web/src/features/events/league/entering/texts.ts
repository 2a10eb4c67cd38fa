import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const racers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })

export const texts = catalogue('events/league/entering', {
  rule: 'Only racers who have entered the league count, from the next round that opens.',
  form: {
    question: 'Whose results count?',
    all: 'Everybody who races',
    entrants: 'Only racers who have entered',
    hint: 'They enter on the public page of the league. Others are left out before places are counted. Final rounds stay as they are.',
  },

  enter: {
    title: 'Enter this league',
    streamer: {
      lead: 'With your channel: an organiser decides. Then you stream all rounds that have not opened, also those that are added later, and nobody asks you for each.',
      enter: 'Enter as a streamer',
      asked: 'You have asked to enter as a streamer. An organiser decides.',
      entered: 'You have entered as a streamer.',
      sure: 'You also leave the rounds that have not opened. To come back, you ask again.',
    },
    racer: {
      lead: 'As a racer: only entrants count here. Your results count from the next round that opens.',
      enter: 'Enter as a racer',
      entered: 'You have entered as a racer.',
      sure: 'Your results no longer count from the next round that opens.',
    },
    hidden: 'Your name is hidden: the list of entrants counts you without naming you.',
    signIn: 'Only racers who have entered count here. Log in to enter.',
    withdraw: 'Withdraw',
    withdrawNamed: (league: string) => `Withdraw from ${league}`,
  },

  entrants: {
    title: 'Who has entered',
    streamers: 'Streamers:',
    racers: (count: number) => `Racers (${formatNumber(count)}):`,
    noRacers: 'No racer has entered yet.',
    hidden: (count: number) => `${formatNumber(count)} hidden`,
    more: (count: number) => `${formatNumber(count)} more`,
  },

  mine: {
    title: 'Leagues that you have entered',
    streamer: { asked: 'you have asked to enter as a streamer', entered: 'as a streamer' },
    racer: { asked: 'you have asked to enter', entered: 'as a racer' },
  },

  own: {
    title: 'Entrants',
    lead: 'People enter on the public page of the league. A streamer whom you confirm takes part in all rounds that have not opened, also in later ones.',
    noLink: 'Make a public page first: people enter there.',
    asking: 'Streamers who ask to enter',
    streamers: 'Streamers who have entered',
    racers: (count: number) => `${racers(count)} who have entered`,
    hidden: (count: number) => `and ${formatNumber(count)} hidden`,
    nobody: 'Nobody has entered yet.',
    confirm: 'Confirm',
    confirmNamed: (name: string) => `Confirm ${name}`,
    decline: 'Decline',
    declineNamed: (name: string) => `Decline ${name}`,
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name} from the league`,
    declineSure: 'They can ask again.',
    removeSure: {
      streamer: 'They also leave the rounds that have not opened. They can ask again.',
      racer: 'Their results no longer count from the next round that opens. They can enter again.',
    },
    confirmed: (name: string) => `${name} is in the league.`,
    declined: (name: string) => `${name} was declined.`,
    removed: (name: string) => `${name} is no longer in the league.`,
  },
})
