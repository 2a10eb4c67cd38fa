/** Reasons why a post cannot reach Discord, stored as code and params. */
import type { PostProblem } from '@rollcall/contract/sharing'
import { POST_PROBLEMS } from '@rollcall/contract/words/discord'
import { FROM_BEFORE } from '@rollcall/contract/words/from-before'
import { type Given, type ProblemParams, type Said, writeSentence } from '@rollcall/scoring/problem'

type PostProblems = typeof POST_PROBLEMS

export interface StoredPostProblem {
  code: string
  params: ProblemParams
}

export function postProblem<Code extends keyof PostProblems>(
  code: Code,
  ...given: Given<PostProblems[Code]>
): StoredPostProblem {
  const [params = {}] = given as [ProblemParams?]
  return { code, params }
}

export function readPostProblem({ code, params }: StoredPostProblem): PostProblem {
  const said: Said | undefined = POST_PROBLEMS[code as keyof PostProblems]
  return {
    error: said === undefined ? FROM_BEFORE.sentence : writeSentence(said, params),
    code,
    params,
  }
}
