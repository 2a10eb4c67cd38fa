/** Reasons why any call may be refused. */
import type { Catalogue } from '@rollcall/scoring/problem'
import { counted, type Problems } from './problem.ts'

export const HTTP_PROBLEMS = {
  unauthenticated: { status: 401, sentence: 'Please sign in first.' },
  session_ended: { status: 401, sentence: 'Your session has ended. Please sign in again.' },
  forbidden: { status: 403, sentence: 'Only admins can do this.' },
  not_found: { status: 404, sentence: 'There is nothing at this address.' },
  query_not_taken: {
    status: 400,
    sentence: ({ name }: { name: string }) =>
      `This call takes no query; it came with ${JSON.stringify(name)}.`,
  },
  body_not_taken: { status: 400, sentence: 'This call takes no body.' },
  character_not_storable: {
    status: 400,
    sentence: 'The text contains a character that cannot be stored. Please type it again.',
  },
  does_not_fit: {
    status: 400,
    sentence: ({ where, message }: { where: string; message: string }) =>
      `The request does not fit: ${where}: ${message}.`,
  },
  unreadable: {
    status: 400,
    sentence: ({ reason }: { reason: string }) => `The request could not be read: ${reason}`,
  },
  malformed: { status: 400, sentence: 'The request could not be read.' },
  timeout: { status: 408, sentence: 'The request took too long to arrive.' },
  too_large: { status: 413, sentence: 'The request is larger than this server accepts.' },
  unsupported_media_type: { status: 415, sentence: 'Send the body as application/json.' },
  headers_too_large: {
    status: 431,
    sentence: 'The address and headers of the request are longer than this server accepts.',
  },
  too_many_requests: {
    status: 429,
    sentence: ({ seconds }: { seconds: number }) =>
      `Too many attempts. Try again in ${waitInWords(seconds)}.`,
  },
  busy: {
    status: 503,
    sentence:
      'Too many of your requests are already in progress. Nothing was changed; please try again.',
  },
  database_unavailable: {
    status: 503,
    sentence: 'The database is not answering at the moment. Nothing was changed; please try again.',
  },
  stopping: {
    status: 503,
    sentence: 'This server is about to stop. Please try again.',
  },
  no_space: {
    status: 507,
    sentence:
      'The server has no space left to store anything. Nothing was changed; please tell its operator.',
  },
  internal: {
    status: 500,
    sentence: 'Something went wrong on the server. Please try again.',
  },
  metrics_token_missing: {
    status: 401,
    sentence: 'The metrics need the token from the configuration.',
  },
} as const satisfies Problems

function waitInWords(seconds: number): string {
  return seconds < 120 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute')
}

/** What schemas check in addresses. */
export const ADDRESS_CHECKS = {
  no_such_number: 'There is nothing at this address: it must end in a whole number.',
  link_incomplete: 'There is nothing at this address: the link is not complete.',
} as const satisfies Catalogue
