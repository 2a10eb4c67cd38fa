/**
 * A problem is a code, params (the facts in its sentence) and the sentence in English. Code and params are enough to
 * say it in another language. The sentences are in catalogues, by code; those of this package are in
 * `problem-sentences.ts`.
 */

/** The facts in a problem's sentence: numbers, and texts that need no translation, such as names. */
export type ProblemParams = Record<string, string | number | boolean | string[]>

type Sentence = string | ((params: never) => string)
/** The sentence of a code, or one sentence for each `reason` in its params. */
export type Said = Sentence | { readonly [reason: string]: Sentence }

type NoParams = Record<string, never>
type FactsOf<S, None> = S extends (params: infer Params) => string ? Params : None
/** The params that the sentences need. */
export type SentenceParams<S extends Said> = S extends Sentence
  ? FactsOf<S, NoParams>
  : { [Reason in keyof S]: { reason: Reason } & FactsOf<S[Reason], unknown> }[keyof S]

/** @throws Error if there is no sentence for the reason */
export function writeSentence(said: Said, params: ProblemParams): string {
  const sentence = typeof said === 'object' ? said[String(params.reason)] : said
  if (sentence === undefined) {
    throw new Error(`there is no sentence for the reason ${params.reason}`)
  }
  return typeof sentence === 'string' ? sentence : sentence(params as never)
}

/** A problem as reported. */
export interface ReportedProblem {
  /** Its sentence, in English. */
  readonly error: string
  readonly code: string
  readonly params: ProblemParams
}

/** The arguments after a code: its params, if its sentences have any, and then others. */
export type Given<S extends Said, Rest extends unknown[] = []> =
  NoParams extends SentenceParams<S>
    ? [params?: NoParams, ...Rest]
    : [params: SentenceParams<S>, ...Rest]

/** The sentences of codes. */
export type Catalogue = Readonly<Record<string, Said>>

/** A problem of the catalogue, with its sentence. */
export function reported<Problems extends Catalogue, Code extends keyof Problems & string>(
  problems: Problems,
  code: Code,
  ...given: Given<Problems[Code]>
): ReportedProblem {
  const [params = {}] = given as [ProblemParams?]
  return { error: writeSentence(problems[code] as Said, params), code, params }
}

/**
 * Gives a Zod check a problem to report instead of Zod's message: `const says = saying(CONFIGURATION_PROBLEMS)`, then
 * `z.maxLength(200, says('name_too_long', { most: 200 }))`.
 */
export function saying<Problems extends Catalogue>(problems: Problems) {
  return <Code extends keyof Problems & string>(code: Code, ...given: Given<Problems[Code]>) => {
    const problem = reported(problems, code, ...given)
    return {
      error: (issue: Record<string, unknown>) => {
        // Zod keeps extra properties of an issue.
        issue.problem = problem
        return problem.error
      },
    }
  }
}

/** The problem that a check reported; null if the message comes from Zod. */
export function problemIn(issue: object): ReportedProblem | null {
  return 'problem' in issue ? (issue.problem as ReportedProblem) : null
}

/** A number in the form that sentences use: `1,000`. */
export function inDigits(number: number): string {
  return number.toLocaleString('en-US')
}
