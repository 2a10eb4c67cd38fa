/** What choices and searches do in a combobox with multiple selection. Pure. */

import { foldName } from '@rollcall/scoring/names'

export interface Option {
  readonly value: number
  readonly label: string
  /** Another name by which it is found, such as a person's login. */
  readonly otherName?: string
  /** A person's picture; null: they have none. Absent if the options are not people. */
  readonly picture?: string | null
  /** A remark on the option's chip. */
  readonly note?: string
}

export function optionsLike(options: readonly Option[], search: string): readonly Option[] {
  const part = foldName(search.trim())
  return part === ''
    ? options
    : options.filter(({ label, otherName = '' }) =>
        [label, otherName].some((name) => foldName(name).includes(part)),
      )
}

export function toggleOption(chosen: readonly Option[], option: Option): readonly Option[] {
  const rest = chosen.filter(({ value }) => value !== option.value)
  return rest.length < chosen.length ? rest : [...chosen, option]
}
