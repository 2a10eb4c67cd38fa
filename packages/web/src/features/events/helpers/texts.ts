import type { HelperRole } from '@rollcall/contract/helping'
import { catalogue } from '#texts/language.ts'

export const texts = catalogue('events/helpers', {
  title: 'Helpers',
  lead: {
    event: 'People who run this event with its organiser.',
    series: 'People who run this series with its organiser, and each event while it is in it.',
  },
  none: 'Nobody helps yet.',
  roles: {
    'co-organiser': 'Co-organiser',
    moderator: 'Moderator',
  } satisfies Record<HelperRole, string>,
  may: {
    'co-organiser':
      'Co-organisers may do everything except delete and appoint helpers. They see sealed results.',
    moderator: 'Moderators run the show. They see no sealed results unless you allow it.',
  } satisfies Record<HelperRole, string>,
  appointed: (day: string) => `<role/>, appointed by <by/> on ${day}`,
  appointedBefore: (day: string) => `<role/>, appointed on ${day}`,
  seesSealed: 'May see sealed results',
  seesSealedHint: 'Streamers who agreed to the seal see who may, and since when.',
  seesSealedOf: (name: string) => `${name} may see sealed results`,
  saw: '<name/> may see sealed results now.',
  sees: '<name/> no longer sees sealed results.',
  remove: 'Remove',
  removed: '<name/> no longer helps.',
  putBack: '<name/> helps again.',

  form: {
    title: 'Appoint a helper',
    person: 'Person',
    hint: "They see it under My Events and can stop at any time. People who blocked the organiser can't be appointed.",
    role: 'Role',
    add: 'Appoint',
    missing: 'Choose a person.',
    done: '<name/> helps now.',
    undone: '<name/> no longer helps.',
  },

  helping: {
    all: {
      'co-organiser': 'You help to run it: co-organiser, appointed by <by/>',
      moderator: 'You help to run it: moderator, appointed by <by/>',
    } satisfies Record<HelperRole, string>,
    one: {
      'co-organiser': 'You help to run <event/>: co-organiser, appointed by <by/>',
      moderator: 'You help to run <event/>: moderator, appointed by <by/>',
    } satisfies Record<HelperRole, string>,
    somebody: 'somebody who has left',
    stop: 'Stop helping',
    question: 'Stop helping?',
    result: (name: string) =>
      `You can no longer run ${name}. Only those who organise it can appoint you again.`,
    stopped: 'You no longer help to run <name/>.',
  },
})
