import type { TeamColor } from '@rollcall/contract/team-rules'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const members = (count: number) => formatCount(count, { one: 'member', other: 'members' })

export const texts = catalogue('events/league/teams', {
  title: 'Teams',
  table: 'Table of the teams',
  column: 'Team',
  none: 'No teams yet.',
  noneHint: 'Make one, and send its link to those who should join it.',

  rules: {
    all: 'A team has the points of all its members.',
    best: (count: number) =>
      count === 1
        ? 'A team has the points of its best member of each round.'
        : `A team has the points of its best ${members(count)} of each round.`,
    minSize: (count: number) =>
      `A team with fewer than ${members(count)} when a round opens does not race in it.`,
    maxSize: (count: number) => `A team may have up to ${members(count)}.`,
  },
  form: {
    question: 'Are there teams?',
    no: 'No teams',
    yes: 'Racers join teams',
    best: 'How many members count in a round?',
    bestHint: 'The best ones. Empty: everybody who raced.',
    minSize: 'Fewest members of a team',
    minSizeHint: 'With fewer when a round opens, the team does not race in it.',
    maxSize: 'Most members of a team',
    maxSizeHint: 'Empty: up to 100.',
    wrong: 'Please enter whole numbers from 1 to 100, the fewest not above the most.',
  },

  open: {
    own: 'Your team is <team/>.',
    ownRank: (rank: number, total: string) =>
      `Your team is <team/>: rank ${formatNumber(rank)} with ${total}.`,
  },

  cell: {
    title: (team: string, round: string) => `${team}, ${round}`,
    lead: 'These members counted:',
    hidden: (count: number) =>
      formatCount(count, { one: 'hidden member', other: 'hidden members' }),
    together: (points: number) => `Together ${formatNumber(points)}.`,
    adjusted: (points: number, adjustment: number, value: number) =>
      `Together ${formatNumber(points)}; with the multiplier, and ${formatNumber(adjustment)} by the organiser, ${formatNumber(value)}.`,
    multiplied: (points: number, value: number) =>
      `Together ${formatNumber(points)}, with the multiplier ${formatNumber(value)}.`,
    bonus: (bonus: number, value: number) =>
      `With ${formatNumber(bonus)} in bonuses, ${formatNumber(value)}.`,
    dropped: 'This result does not count.',
    kept: (points: number) =>
      `This result does not count. Its points for taking part still do: ${formatNumber(points)}.`,
    close: 'Close',
  },

  team: {
    members,
    asking: (count: number) => `${formatNumber(count)} asking to join`,
    captain: 'captain',
    since: (day: string) => `since ${day}`,
    between: (from: string, to: string) => `${from} to ${to}, has left`,
    empty: 'Nobody is in the team yet.',
    hidden: (count: number) =>
      `and ${formatCount(count, { one: 'hidden member', other: 'hidden members' })}`,
    roster: (team: string) => `Members of ${team}`,
    makeCaptain: 'Make captain',
    makeCaptainNamed: (name: string) => `Make ${name} the captain`,
    isCaptain: (name: string) => `${name} is the captain now.`,
    noCaptainAgain: 'The team has no captain.',
    noCaptain: 'The team has no captain, so the organisers decide who joins.',
    asked: 'Asking to join',
    nobodyAsks: 'Nobody is asking to join.',
    admit: 'Admit',
    admitNamed: (name: string) => `Admit ${name}`,
    decline: 'Decline',
    declineNamed: (name: string) => `Decline ${name}`,
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name} from the team`,
    removeSure: 'Their points so far stay with the team. To come back, they have to ask again.',
    removeHidden: (count: number) =>
      count === 1
        ? 'Remove the hidden member from the team'
        : `Remove all ${formatNumber(count)} hidden members from the team`,
    removeHiddenSure:
      'You do not learn who they are, so all of them are removed. Their points so far stay with the team. To come back, they have to ask again.',
    removedHidden: 'The hidden members are no longer in the team.',
    link: (team: string) => `Link to join ${team}`,
    linkHint: 'Everybody who has it can ask to join.',
    newLink: 'Make a new link',
    newLinkSure: 'The old link then leads nowhere. Members find the new one on My Events.',
    linkReplaced: 'The team has a new link.',
    admitted: (name: string) => `${name} is in the team.`,
    declined: (name: string) => `${name} was declined.`,
    removed: (name: string) => `${name} is no longer in the team.`,
  },

  edit: {
    create: 'Make a team',
    created: (team: string) => `${team} was made.`,
    change: (team: string) => `Change ${team}`,
    changeShort: 'Change',
    changed: (team: string) => `${team} was changed.`,
    name: 'Name',
    nameMissing: 'Please enter a name.',
    color: 'Colour',
    captain: 'Captain',
    noCaptain: 'Nobody: the organisers decide who joins',
    captainHidden: 'A hidden member, as it is',
    save: 'Save',
    delete: 'Delete',
    deleteNamed: (team: string) => `Delete ${team}`,
    deleteSure: 'Its members and all its results go with it. This cannot be undone.',
    deleted: (team: string) => `${team} was deleted.`,
  },

  mine: {
    title: 'Your teams',
    captain: 'you are the captain',
    member: 'you are a member',
    asked: 'you have asked to join',
    withdraw: 'No longer ask',
    withdrawNamed: (team: string) => `No longer ask to join ${team}`,
    withdrawn: (team: string) => `You no longer ask to join ${team}.`,
  },

  join: {
    heading: 'Team of a league',
    kind: (league: string) => `Team of ${league}`,
    title: 'Your place in the team',
    lead: 'Its captain, or an organiser of the league, decides who joins. You count for the team from the next round that opens.',
    ask: 'Ask to join',
    asked: 'You have asked to join.',
    withdraw: 'Withdraw my request',
    withdrawn: 'You no longer ask to join.',
    member: 'You are in this team.',
    captain: 'You are the captain of this team.',
    leave: 'Leave the team',
    leaveSure: 'Your points so far stay with the team.',
    left: 'You have left the team.',
    full: 'The team is full.',
    other:
      'You are in <team/> of this league, or have asked to join it. In one league, people are in one team.',
    hidden:
      'Your name is hidden: others see one more hidden member. Your points count for the team, so others may work out how many you have.',
  },

  colors: {
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    lime: 'Lime',
    green: 'Green',
    teal: 'Teal',
    sky: 'Sky blue',
    blue: 'Blue',
    violet: 'Violet',
    pink: 'Pink',
  } satisfies Record<TeamColor, string>,
})
