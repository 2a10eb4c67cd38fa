import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('sharing', {
  title: 'Discord',

  address: {
    label: 'Webhook address',
    hint: "In Discord: the channel's settings, Integrations, Webhooks, Copy Webhook URL. It is stored encrypted and not shown again.",
    save: 'Save the address',
    ofEvent: 'Posts go to the webhook whose address ends in <ending/>.',
    ofSeries:
      'Posts go to the webhook whose address ends in <ending/>, as for all events of this series.',
    ofNights: 'Nights are posted to the webhook whose address ends in <ending/>.',
    noLink: 'Posts have no link while the public page is off.',
    remove: 'Remove the address',
    removeQuestion: 'Remove the address?',
    removeOfEvent:
      "Nothing can be posted until you paste a webhook's address again. This site can't show you the current one; Discord can, in the channel's settings.",
    removeOfSeries:
      "Nothing can be posted for any event of this series until you paste a webhook's address again. This site can't show you the current one; Discord can, in the channel's settings.",
  },

  rounds: {
    label: 'One message for each round of the league',
    hint: 'It is posted a week before the round, and says who runs it and when. Later it says the results, once they are open.',
    problem: (reason: string) => `The message about this round: ${reason}`,
  },

  post: {
    send: 'Post to Discord',
    sendAgain: 'Post to Discord again',
    ready: 'One press posts the podium, the link and the picture.',
    notFinal: 'Once the show is final, one press posts the podium, the link and the picture.',
    nightReady: 'One press posts the first three, the best games, the link and the picture.',
    nightHeld: 'This night can be posted after the show.',
    waiting: 'It will be sent in a moment.',
    delayed: (reason: string, nextAt: string) => `Not posted yet: ${reason} Next try: ${nextAt}.`,
    sending: 'It is being sent.',
    posted: (requestedAt: string) => `Posted. Requested: ${requestedAt}.`,
    failed: (reason: string) => `Not posted: ${reason}`,
    gaveUp: (attempts: number, reason: string) =>
      `Not posted after ${formatNumber(attempts)} attempts: ${reason}`,
    unknown: (reason: string) =>
      `It may or may not have been posted: ${reason} It is not sent again automatically.`,
  },
})
