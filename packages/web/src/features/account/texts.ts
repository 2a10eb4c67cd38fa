import { catalogue } from '#texts/language.ts'

export const texts = catalogue('account', {
  title: 'Your Account',

  name: {
    title: 'Your name on boards',
    shown: 'Everybody sees your name on boards, in games and on your page.',
    hidden: (since: string) =>
      `Hidden since ${since}. Others see a number in place of your name, such as "Hidden racer 7".`,
    whatHides:
      'Your rank, your points and your place stay. Everywhere others look, your name becomes a number that is different for each channel and each event, and only you can open your page. Your earlier names are hidden too. Boards of several channels add up only the channels where you have raced by then; on a later one you have a row of its own.',
    whatStays:
      'This is about you as a racer. The name of your channel, and your name as an organiser or participant of events, stay. We cannot take back what is already on Discord or in a picture that somebody saved.',
    hide: 'Hide my name',
    show: 'Show my name',
    isHidden: 'Your name is hidden.',
    isShown: 'Your name is shown again.',
    question: 'Show your name again?',
    consequence: 'Everybody sees it at once, on all boards and in all games, past ones too.',
  },

  sessions: {
    title: 'Where you are signed in',
    current: 'This browser',
    other: 'Another browser',
    signedIn: (instant: string) => `Signed in ${instant}`,
    seen: (ago: string, address: string) => `Last seen ${ago} from ${address}`,
    end: 'End',
    endThat: (instant: string) => `End the session that began ${instant}`,
    ended: 'That session has ended.',
    endOthers: 'End all others',
    othersEnded: 'All other sessions have ended.',
  },

  data: {
    title: 'Your data',
    text: 'Everything that is stored about you, as one JSON file: your profile, logins, results, totals, days, events, uploads and reports. What a sealed event still holds is left out until it is opened.',
    download: 'Download everything about me',
    fileName: 'my-data.json',
  },

  deletion: {
    title: 'Delete your account',
    waiting: (until: string) =>
      `Your account will be deleted on ${until}. Until then everything works as before, and you can change your mind.`,
    whatGoes:
      'Your name, your picture, your sessions, your keys, your companions and the texts of your reports are deleted, also under your earlier names. On all boards a number takes the place of your name, such as "Hidden racer 7".',
    whatStays:
      "Points, ranks and games stay, because other people's ranks depend on them. So do your channel's totals and the events that you organise: they show a deleted account. If somebody uploads results with your name later, nobody sees the name either.",
    whatWeCannot:
      'We cannot take back what is already on Discord, in a picture that somebody saved, or in a file that somebody exported. If you sign in again afterwards, you have a new account.',
    ask: 'Delete my account',
    question: 'Delete your account?',
    consequence:
      'It is deleted in 14 days. Until then you can change your mind on this page. After that nobody can bring it back.',
    confirm: 'Delete in 14 days',
    keep: 'Keep my account',
    isAsked: 'Your account will be deleted in 14 days.',
    isKept: 'You keep your account.',
  },

  programs: {
    title: 'Programs',
    text: 'Bots, spreadsheets and other sites can read from here with an API key of yours. A key can never change anything.',
    keys: 'API keys',
  },
})
