/** What can be chosen, and what of it a search leaves. Pure. */

export interface Option {
  readonly value: number
  readonly label: string
}

/** Both sides of a comparison: letter case and how a letter is put together make no difference. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

export function optionsLike(options: readonly Option[], search: string): readonly Option[] {
  const part = folded(search.trim())
  return part === '' ? options : options.filter(({ label }) => folded(label).includes(part))
}

/** Chosen where it was not, and the other way round. */
export function toggled(chosen: readonly Option[], option: Option): readonly Option[] {
  const rest = chosen.filter(({ value }) => value !== option.value)
  return rest.length < chosen.length ? rest : [...chosen, option]
}
