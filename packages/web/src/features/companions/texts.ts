import { catalogue } from '#texts/language.ts'
import { formatCount } from '#ui/format-number.ts'

export const texts = catalogue('companions', {
  computer: {
    /** @param lastGame how long ago; null: there was none */
    connected: (lastGame: string | null) =>
      lastGame === null
        ? 'Your companion is connected; no game yet.'
        : `Your companion is connected; last game ${lastGame}.`,
    notSeen: (since: string, lastGame: string | null) =>
      lastGame === null
        ? `Not seen since ${since}; no game yet.`
        : `Not seen since ${since}; last game ${lastGame}.`,
    noFolder: "It can't find the game's folder.",
    waiting: (games: number) =>
      `${formatCount(games, { one: 'game is', other: 'games are' })} waiting to be sent.`,
    version: (version: string) => `Version ${version}`,
  },

  list: {
    title: 'Companions',
    none: 'No computer is connected yet. Start Rollcall Companion: it opens this site, and you confirm.',
    noneOffered:
      'No computer is connected yet. Rollcall Companion cannot be downloaded here yet; other companions upload with your upload key.',
    showsCode: 'Does it show a code without opening a page? <connect>Enter the code</connect>',
    disconnect: 'Disconnect',
    disconnectComputer: (name: string) => `Disconnect ${name}`,
    disconnectQuestion: (name: string) => `Disconnect ${name}?`,
    disconnectResult:
      'It stops uploading immediately, and says so on that computer. Games it has not sent yet stay there until you connect it again.',
  },

  connect: {
    title: 'Connect a Companion',
    lead: 'Rollcall Companion uploads each game from the computer you play on.',
    enterCode: 'Enter the code',
    codeHint: 'The companion shows a code of eight letters. It is valid for ten minutes.',
    code: 'Code',
    codeExample: 'BCDF-GHJK',
    lookUp: 'Look it up',
    question: 'Is this your computer?',
    sameCode:
      'The companion on your computer shows the same code. If the codes differ, choose Deny.',
    computer: 'Computer',
    companion: 'Companion',
    version: (version: string) => `Version ${version}`,
    requestedFrom: 'Requested from',
    ownAddress: (address: string) => `${address}, your own address`,
    allowed: 'It can',
    allowedToDo:
      'upload games to <channel/> and see which of your events are running, nothing else. You can disconnect it at any time.',
    yourChannel: 'your channel',
    fromNowOn: 'From now on',
    countsByItself:
      'each game counts on its own, on top of your numbers so far. What the public companion sends is stored but not used. You can switch back on <uploads>My Uploads</uploads>.',
    foreignAddress: (address: string) =>
      `This request came from ${address}, which is not your address. Confirm only if you have just started the companion on that computer yourself. If somebody sent you here, choose Deny.`,
    confirm: 'Confirm',
    deny: 'Deny',
    confirmed: 'Connected',
    isConnected: '<name/> is connected. It uploads each game from now on. You can close this page.',
    denied: 'Denied',
    isDenied: '<name/> was not connected, and the companion there says so.',
    companions: 'Your companions',
  },

  firstSteps: {
    streamer: 'Do you stream the game?',
    download: 'Get the companion',
    downloadHint:
      'It runs alongside the game on your computer. Files you already have can be <uploads>uploaded by hand</uploads>.',
    connect: 'Connect it',
    connectHint: 'Start it: it opens this site, and you confirm. No password, no key.',
    connectByAddress:
      'Give it your upload address, which you find on <download>Download</download> under Upload Key.',
    play: 'Play your first game',
    playHint: 'Your channel is on the leaderboard seconds after it ends.',
    allDone: 'All done: your channel is on the <leaderboard>leaderboard</leaderboard>.',
    done: (done: number) => `${done} of 3 done. This page updates automatically.`,
    racer: "Do you race on somebody's stream?",
    join: 'Join from the chat of a streamer who uploads here.',
    chatName: "The game records your marble's results under your chat name.",
    ownName: "The game records your marble's results under your chat name, <name/>.",
    matched: 'We match them by that name, including games from before you signed up.',
    nothing:
      "You have raced, but there is nothing here? The streamer's companion may not have sent the game yet. <leaderboards>See which streamers upload</leaderboards>",
  },
})
